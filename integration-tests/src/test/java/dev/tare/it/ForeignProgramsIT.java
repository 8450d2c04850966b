package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.SourceFolder;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Well-known programs that nobody wrote for a profiler. How often some of their methods are called
 * is known without one: from the input, or from the loop that calls them.
 */
@Tag("frameworks")
@Execution(ExecutionMode.CONCURRENT)
class ForeignProgramsIT {
  private static final String ALL = "dev.tare.it.launch.Configuration#all";

  /** Keeps the lines of {@code java.util.logging} off standard error. */
  private static final String SILENT =
      "-Djava.util.logging.config.file=" + resource("silent.properties");

  @ParameterizedTest
  @MethodSource(ALL)
  void checkstyleWalksEachFileOnce(Configuration configuration) throws IOException {
    Path sources =
        Workspace.program("commons-collections").resolve("org/apache/commons/collections4/bag");
    long files;
    try (Stream<Path> paths = Files.walk(sources)) {
      files = paths.filter(path -> path.toString().endsWith(".java")).count();
    }
    RealProgram program =
        new RealProgram(
            "checkstyle",
            run ->
                run.classPath(Workspace.program("checkstyle").resolve("*"))
                    .main(
                        "com.puppycrawl.tools.checkstyle.Main",
                        "-c",
                        "/google_checks.xml",
                        sources.toString()));
    Profile profile = program.profile(configuration);
    String checkstyle = "com.puppycrawl.tools.checkstyle.";
    assertCalls(files, profile, checkstyle + "TreeWalker", "processFiltered");
    assertCalls(files, profile, checkstyle + "JavaParser", "parse");
    assertCalls(files, profile, checkstyle + "grammar.java.JavaLanguageParser", "compilationUnit");
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void luceneAddsEachDocumentOnce(Configuration configuration) throws IOException {
    int documents = 500;
    Profile profile =
        compiled("lucene", "dev.tare.it.lucene.Search", documents).profile(configuration);
    assertCalls(documents, profile, "org.apache.lucene.index.IndexWriter", "addDocument");
    assertCalls(
        documents, profile, "org.apache.lucene.index.DocumentsWriterPerThread", "updateDocuments");
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void jrubyRunsABlockOnceForEachIteration(Configuration configuration) throws IOException {
    RealProgram program =
        new RealProgram(
            "jruby",
            run ->
                run.classPath(Workspace.program("jruby").resolve("*"))
                    .main("org.jruby.Main", resource("blocks.rb").toString()));
    Profile profile = program.profile(configuration);
    assertCalls(5000, profile, "org.jruby.RubyInteger", "digits");
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void graalJsCallsABuiltinOnceForEachIteration(Configuration configuration) throws IOException {
    int iterations = 1000;
    Profile profile =
        compiled("graaljs", "dev.tare.it.graaljs.Script", iterations).profile(configuration);
    assertCalls(
        iterations,
        profile,
        "com.oracle.truffle.js.builtins.math.HypotNode",
        "hypot2([Ljava/lang/Object;)");
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void spotBugsVisitsEachClassOnce(Configuration configuration) throws IOException {
    Path jar = Workspace.program("hdr").resolve("HdrHistogram.jar");
    long classes;
    try (ZipFile entries = new ZipFile(jar.toFile())) {
      classes = entries.stream().filter(entry -> entry.getName().endsWith(".class")).count();
    }
    RealProgram program =
        new RealProgram(
            "spotbugs",
            run ->
                run.classPath(Workspace.program("spotbugs").resolve("*"))
                    .main(
                        "edu.umd.cs.findbugs.FindBugs2",
                        "-sortByClass",
                        // All detectors make five times as many calls: 758 million.
                        "-effort:min",
                        "-visitors",
                        // The second finds something here, which is printed.
                        "SwitchFallthrough,SerializableIdiom",
                        jar.toString()));
    Profile profile = program.profile(configuration);
    assertCalls(
        classes, profile, "edu.umd.cs.findbugs.detect.SwitchFallthrough", "visitClassContext");
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void hibernateInsertsEachRowOnce(Configuration configuration) throws IOException {
    int rows = 300;
    Profile profile =
        compiled("hibernate", "dev.tare.it.hibernate.Library", rows).profile(configuration);
    assertCalls(rows, profile, "org.hibernate.internal.SessionImpl", "persist");
    assertCalls(rows, profile, "org.h2.jdbc.JdbcPreparedStatement", "executeUpdate()");
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void kafkaSendsEachRecordOnce(Configuration configuration) throws IOException {
    int records = 500;
    Profile profile =
        compiled("kafka", "dev.tare.it.kafka.Records", records).profile(configuration);
    assertCalls(
        records,
        profile,
        "org.apache.kafka.clients.producer.KafkaProducer",
        "send(Lorg/apache/kafka/clients/producer/ProducerRecord;)");
    // A key and a value.
    assertCalls(
        2L * records,
        profile,
        "org.apache.kafka.common.serialization.IntegerDeserializer",
        "deserialize(Ljava/lang/String;Lorg/apache/kafka/common/header/Headers;Ljava/nio/ByteBuffer;)Ljava/lang/Integer;");
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void sparkRunsATaskForEachPartition(Configuration configuration) throws IOException {
    int words = 2000;
    int partitions = 4;
    Path classes = SourceFolder.compile("spark", Workspace.program("spark"));
    List<String> options =
        new ArrayList<>(
            List.of("-Dlog4j2.configurationFile=" + resource("silent-log4j.properties")));
    // Those that its own launcher opens, as far as this program needs them.
    for (String opened : List.of("java.lang.invoke", "java.nio", "java.util", "sun.nio.ch")) {
      options.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    Profile profile =
        compiled("spark", classes, "dev.tare.it.spark.Words", options, words, partitions)
            .profile(configuration);
    assertCalls(words, profile, "dev.tare.it.spark.Words", "pair");
    assertCalls(
        partitions,
        profile,
        "org.apache.spark.scheduler.ShuffleMapTask",
        "runTask(Lorg/apache/spark/TaskContext;)Ljava/lang/Object;");
    assertCalls(
        partitions,
        profile,
        "org.apache.spark.scheduler.ResultTask",
        "runTask(Lorg/apache/spark/TaskContext;)Ljava/lang/Object;");
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void helidonRoutesEachRequestOnce(Configuration configuration) throws IOException {
    assumeTrue(configuration.jdk().feature() >= 21, "left out: Helidon asks for JDK 21");
    int requests = 200;
    Path classes =
        SourceFolder.compile(configuration.jdk(), 21, "helidon", Workspace.program("helidon"));
    Profile profile =
        compiled("helidon", classes, "dev.tare.it.helidon.Served", List.of(), requests)
            .profile(configuration);
    assertCalls(requests, profile, "io.helidon.webserver.http1.Http1ServerResponse", "send([B)");
  }

  /** A program of ours on theirs, with numbers as its arguments. */
  private static RealProgram compiled(
      String name, Path classes, String mainClass, List<String> options, int... numbers) {
    String[] arguments = IntStream.of(numbers).mapToObj(Integer::toString).toArray(String[]::new);
    return new RealProgram(
        name,
        run ->
            run.options(SILENT)
                .options(options.toArray(String[]::new))
                .classPath(Workspace.classes(), classes, Workspace.program(name).resolve("*"))
                .main(mainClass, arguments));
  }

  private static RealProgram compiled(String name, String mainClass, int number)
      throws IOException {
    Path classes = SourceFolder.compile(name, Workspace.program(name));
    return compiled(name, classes, mainClass, List.of(), number);
  }

  /**
   * Checks how often a method was called.
   *
   * @param method its name, or as much of its descriptor behind it as tells it from others
   */
  private static void assertCalls(long expected, Profile profile, String className, String method) {
    assertEquals(
        expected,
        RealProgram.calls(
            profile,
            info ->
                info.className().equals(className)
                    && (info.name() + info.descriptor()).startsWith(method)),
        () -> className + "#" + method);
  }

  private static Path resource(String name) {
    return Workspace.sources().resolve("resources/programs").resolve(name);
  }
}
