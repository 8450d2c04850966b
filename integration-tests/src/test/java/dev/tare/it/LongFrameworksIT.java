package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.SourceFolder;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs on large frameworks, and in the company of other agents. */
@Tag("frameworks")
class LongFrameworksIT {
  private static final int REQUESTS = 1000;

  /** In the company of another agent. */
  private static final int OBSERVED_REQUESTS = 100;

  static Stream<Configuration> onEveryJdk() {
    return Configuration.all().filter(Configuration::readsAtEveryEvent);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void springBootUnderLoad(Configuration configuration) throws IOException {
    Path spring = Workspace.program("spring-boot");
    Path classes = SourceFolder.compile("spring", spring, Workspace.program("hdr"));
    RealProgram program =
        new RealProgram(
            "spring",
            run ->
                run.classPath(Workspace.classes(), classes, spring.resolve("*"))
                    .main("dev.tare.it.spring.Orders", Integer.toString(REQUESTS)));
    Profile profile = program.profile(configuration);
    assertEquals(REQUESTS, calls(profile, "dev.tare.it.spring.Orders", "order"));
    assertEquals(REQUESTS / 10, calls(profile, "dev.tare.it.spring.Orders", "failed"));
  }

  @ParameterizedTest
  @MethodSource("onEveryJdk")
  void clojure(Configuration configuration) throws IOException {
    Path script = Workspace.sources().resolve("resources/programs/lazy.clj");
    RealProgram program =
        new RealProgram(
            "clojure",
            run ->
                run.classPath(Workspace.program("clojure").resolve("*"))
                    .main("clojure.main", script.toString()));
    Profile profile = program.profile(configuration);
    assertTrue(calls(profile, "lazy$collatz", "invokeStatic") > 10_000);
  }

  @ParameterizedTest
  @MethodSource("onEveryJdk")
  void kotlinCoroutines(Configuration configuration) throws IOException {
    Path kotlin = Workspace.program("kotlin");
    Path classes = Workspace.output("frameworks/coroutines");
    String jars =
        kotlin.resolve("kotlin-stdlib.jar")
            + java.io.File.pathSeparator
            + kotlin.resolve("kotlinx-coroutines-core-jvm.jar");
    JavaRun.on(Jdk.running())
        .classPath(kotlin.resolve("*"))
        .main(
            "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
            "-no-stdlib",
            "-no-reflect",
            "-classpath",
            jars,
            "-d",
            classes.toString(),
            Workspace.sources().resolve("resources/programs/coroutines.kt").toString())
        .run()
        .succeeded();
    RealProgram program =
        new RealProgram(
            "coroutines",
            run ->
                run.classPath(
                        classes,
                        kotlin.resolve("kotlin-stdlib.jar"),
                        kotlin.resolve("kotlinx-coroutines-core-jvm.jar"))
                    .main("CoroutinesKt"));
    Profile profile = program.profile(configuration);
    // 1000, 100 and 10 squares; each is entered once more for each time that it was suspended.
    assertTrue(calls(profile, "CoroutinesKt", "square") >= 2 * 1110);
  }

  @ParameterizedTest
  @MethodSource("onEveryJdk")
  void openTelemetryBehindTheProfiler(Configuration configuration) throws IOException {
    checkWebArchive(openTelemetry("opentelemetry-behind"), configuration);
  }

  @ParameterizedTest
  @MethodSource("onEveryJdk")
  void openTelemetryBeforeTheProfiler(Configuration configuration) throws IOException {
    checkWebArchive(openTelemetry("opentelemetry-before").agentsFirst(), configuration);
  }

  @ParameterizedTest
  @MethodSource("onEveryJdk")
  void jacocoBehindTheProfiler(Configuration configuration) throws IOException {
    checkWebArchive(jacoco("jacoco-behind"), configuration);
  }

  @ParameterizedTest
  @MethodSource("onEveryJdk")
  void jacocoBeforeTheProfiler(Configuration configuration) throws IOException {
    checkWebArchive(jacoco("jacoco-before").agentsFirst(), configuration);
  }

  private static RealProgram openTelemetry(String name) throws IOException {
    Path agent = Workspace.program("opentelemetry").resolve("opentelemetry-javaagent.jar");
    return WebArchive.program(
        name,
        OBSERVED_REQUESTS,
        run ->
            // Every class of that agent is woven too, and weighs on each class that loads.
            run.patience(Duration.ofMinutes(20))
                .agent(agent, "")
                .options(
                    // Or the JVM warns as often as that agent adds to the boot class path.
                    "-Xshare:off",
                    "-Dotel.javaagent.logging=none",
                    "-Dotel.traces.exporter=none",
                    "-Dotel.metrics.exporter=none",
                    "-Dotel.logs.exporter=none"));
  }

  private static RealProgram jacoco(String name) throws IOException {
    Path agent = Workspace.program("jacoco").resolve("org.jacoco.agent-runtime.jar");
    Path coverage = Files.createTempFile("jacoco", ".exec");
    return WebArchive.program(
        name, OBSERVED_REQUESTS, run -> run.agent(agent, "destfile=" + coverage + ",append=false"));
  }

  private static void checkWebArchive(RealProgram program, Configuration configuration)
      throws IOException {
    Profile profile = program.profile(configuration);
    assertEquals(OBSERVED_REQUESTS, calls(profile, "dev.tare.it.war.Squares", "doGet"));
    assertEquals(
        OBSERVED_REQUESTS * (OBSERVED_REQUESTS + 1L) / 2,
        calls(profile, "dev.tare.it.war.Squares", "sum"));
  }

  private static long calls(Profile profile, String className, String method) {
    return RealProgram.calls(
        profile, info -> info.className().equals(className) && info.name().equals(method));
  }
}
