package dev.tare.it.lucene;

import java.io.IOException;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Indexes as many documents as its argument says, and searches them. */
public final class Search {
  private static final String[] WORDS = {"red", "green", "blue", "yellow", "grey", "black", "white"};

  private Search() {}

  public static void main(String[] args) throws IOException {
    int documents = Integer.parseInt(args[0]);
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer =
          new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
        for (int number = 0; number < documents; number++) {
          writer.addDocument(document(number));
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (String word : WORDS) {
          TermQuery query = new TermQuery(new Term("text", word));
          System.out.println(word + ": " + searcher.count(query));
          for (ScoreDoc hit : searcher.search(query, 3).scoreDocs) {
            System.out.println(
                hit.score + " " + searcher.storedFields().document(hit.doc).get("number"));
          }
        }
      }
    }
  }

  private static Document document(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < WORDS.length; i++) {
      if (number % (i + 2) == 0) {
        text.append(WORDS[i]).append(' ').append(WORDS[number % WORDS.length]).append(". ");
      }
    }
    Document document = new Document();
    document.add(new TextField("text", text.toString(), Field.Store.NO));
    document.add(new StoredField("number", number));
    return document;
  }
}
