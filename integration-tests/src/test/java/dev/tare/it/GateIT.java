package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code check}: rules about calls never fail between two runs of the same program. */
class GateIT {
  private static final int PAIRS = Matrix.count(1, 20);
  private static final int BROKEN = 3;

  /** A program whose calls are the same in each run, and what tells other calls. */
  private record Subject(
      String name, String methods, UnaryOperator<JavaRun> program, UnaryOperator<JavaRun> other) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Subject> programs() {
    return Stream.of(
        new Subject(
            "seven-threads",
            Programs.PACKAGE + "RandomCalls",
            run -> own(run, "RandomCalls", "1", "7", "2000", logs()),
            run -> own(run, "RandomCalls", "2", "7", "2000", logs())),
        new Subject(
            "short-threads",
            Programs.PACKAGE + "ThreadsComeAndGo",
            run -> own(run, "ThreadsComeAndGo", "30"),
            run -> own(run, "ThreadsComeAndGo", "31")),
        new Subject(
            "compiler",
            "org.eclipse.jdt.internal.compiler.parser.*",
            run -> compiler(run, "ListUtils.java"),
            run -> compiler(run, "MapUtils.java")));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void callsOfEqualRunsAreEqualAndOthersAreNot(Subject subject) throws IOException {
    if (subject.name().equals("compiler")) {
      Matrix.onlyAtNight();
    }
    Path folder = Traces.emptyDirectory("gate/" + subject.name());
    Path rules =
        Files.writeString(folder.resolve("rules"), "calls " + subject.methods() + " == base\n");
    Path before = profile(folder, "0", subject, subject.program());
    int failed = 0;
    for (int i = 1; i <= PAIRS; i++) {
      Path after = profile(folder, "" + i, subject, subject.program());
      Outcome checked = check(after, before, rules);
      assertTrue(checked.exitStatus() == 0 || checked.exitStatus() == BROKEN, checked::toString);
      failed += checked.exitStatus() == 0 ? 0 : 1;
      before = after;
    }
    assertEquals(0, failed, "of " + PAIRS + " pairs");
    Path other = profile(folder, "other", subject, subject.other());
    Outcome broken = check(other, before, rules);
    assertEquals(BROKEN, broken.exitStatus(), broken::toString);
  }

  private static Path profile(
      Path folder, String name, Subject subject, UnaryOperator<JavaRun> program) {
    Path file = folder.resolve(name + ".json");
    String options = "mode=sampled,include=" + subject.methods() + ",file=" + file;
    program.apply(JavaRun.on(Jdk.running()).in(folder).profiler(options)).run().succeeded();
    return file;
  }

  private static Outcome check(Path file, Path base, Path rules) {
    return JavaRun.on(Jdk.running())
        .options("-XX:TieredStopAtLevel=1", "-jar", Workspace.profilerJar().toString())
        .main("check", file.toString(), "--against", base.toString(), "--rules", rules.toString())
        .run();
  }

  private static JavaRun own(JavaRun run, String program, String... arguments) {
    return run.classPath(TargetClasses.of(Jdk.running()).classes())
        .main(Programs.PACKAGE + program, arguments);
  }

  private static String logs() {
    try {
      return Workspace.output("gate-logs").toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaRun compiler(JavaRun run, String file) {
    Path sources = Workspace.program("commons-collections");
    return run.classPath(Workspace.program("ecj").resolve("ecj.jar"))
        .main(
            "org.eclipse.jdt.internal.compiler.batch.Main",
            "--release",
            "17",
            "-nowarn",
            "-proc:none",
            "-sourcepath",
            sources.toString(),
            "-d",
            "out",
            sources.resolve("org/apache/commons/collections4/" + file).toString());
  }
}
