package dev.tare.it.spark;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Counts words with two workers; arguments: words, partitions. */
public final class Words {
  private Words() {}

  public static void main(String[] args) {
    int words = Integer.parseInt(args[0]);
    int partitions = Integer.parseInt(args[1]);
    SparkConf settings =
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("words")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1");
    try (JavaSparkContext spark = new JavaSparkContext(settings)) {
      List<Integer> numbers = IntStream.range(0, words).boxed().toList();
      Map<String, Integer> counts =
          spark
              .parallelize(numbers, partitions)
              .mapToPair(Words::pair)
              .reduceByKey(Integer::sum)
              .collectAsMap();
      new TreeMap<>(counts).forEach((word, count) -> System.out.println(word + " " + count));
    }
  }

  private static Tuple2<String, Integer> pair(int number) {
    return new Tuple2<>("word" + number % 7, 1);
  }
}
