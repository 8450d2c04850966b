package dev.tare.it.corpus;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The program that runs in the JVM of its own: loads and links every class, initialises none, and
 * writes a {@link ClassLine} for each. Behind them stand the methods with code that were left
 * without a probe, of every weaving: a class may be woven for several views.
 *
 * <p>Arguments: the file to write, then the folders of jars.
 */
public final class LoadCorpus {
  static final String LEFT_ALONE = "#left alone\t";

  private final Set<String> leftAlone = new TreeSet<>();

  private LoadCorpus() {}

  public static void main(String[] args) throws IOException {
    LoadCorpus load = new LoadCorpus();
    Observer.tell(load::count);
    Corpus corpus = new Corpus(Stream.of(args).skip(1).map(Path::of).toList());
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[0])))) {
      for (CorpusLoader loader : corpus.loaders()) {
        for (String className : loader.view().classNames()) {
          out.println(line(loader, className));
        }
      }
      load.leftAlone.forEach(method -> out.println(LEFT_ALONE + method));
    }
  }

  private synchronized void count(String internalName, Weaving weaving) {
    Set<String> methods;
    try {
      methods = weaving.methods();
      methods.removeAll(weaving.wovenMethods());
    } catch (RuntimeException e) {
      return; // no class file that ASM reads; the line of the class says so
    }
    // A class file may have another name, and is then refused by the JVM.
    String name = internalName.replace('/', '.');
    methods.forEach(method -> leftAlone.add(name + "\t" + method));
  }

  private static ClassLine line(CorpusLoader loader, String className) {
    String outcome = load(loader, className);
    Weaving weaving = Observer.take(loader, className);
    String view = loader.view().toString();
    if (weaving == null) {
      return new ClassLine(view, className, outcome, 0, 0, 0, 0, ClassLine.UNSEEN);
    }
    int methods = 0;
    int woven = 0;
    String check;
    try {
      methods = weaving.methods().size();
      woven = weaving.wovenMethods().size();
      check = check(weaving, outcome);
    } catch (RuntimeException e) {
      check = weaving.changed() ? e.toString() : ClassLine.UNCHANGED;
    }
    return new ClassLine(
        view,
        className,
        outcome,
        methods,
        woven,
        weaving.before().length,
        weaving.cpuNanos(),
        check);
  }

  private static String check(Weaving weaving, String outcome) {
    if (!weaving.changed()) {
      return ClassLine.UNCHANGED;
    }
    if (outcome.equals(ClassLine.LINKED)) {
      return ClassLine.VERIFIED;
    }
    String complaint = DataFlowCheck.complaint(weaving);
    return complaint == null ? ClassLine.CHECKED : complaint;
  }

  private static String load(CorpusLoader loader, String className) {
    try {
      Class<?> type = Class.forName(className, false, loader);
      Throwable thrown = linked(type);
      return thrown == null ? ClassLine.LINKED : thrown.toString();
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      return e.toString();
    }
  }

  /**
   * Links a class, and so verifies it. Each of these asks the JVM to link first, and then for the
   * types of members, of which some may not be there: if one answers, the class is linked.
   */
  private static @Nullable Throwable linked(Class<?> type) {
    List<Supplier<Object[]>> questions =
        List.of(type::getDeclaredConstructors, type::getDeclaredFields, type::getDeclaredMethods);
    Throwable first = null;
    for (Supplier<Object[]> question : questions) {
      try {
        Objects.requireNonNull(question.get());
        return null;
      } catch (LinkageError | RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    return first;
  }
}
