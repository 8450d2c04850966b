package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Somebody else's program, run plain, and run again with every class of it woven: nothing but the
 * profile may differ. Not for several threads.
 */
final class RealProgram {
  private final String name;
  private final UnaryOperator<JavaRun> program;
  private final Map<Jdk, Traces> plainRuns = new HashMap<>();
  private boolean agentsFirst;

  /**
   * @param name what its folders and profiles are called
   * @param program adds class path, main class and arguments to a run; it runs in an empty folder
   */
  RealProgram(String name, UnaryOperator<JavaRun> program) {
    this.name = name;
    this.program = program;
  }

  /** Loads the agents that the program has by itself before the profiler, and not behind it. */
  RealProgram agentsFirst() {
    agentsFirst = true;
    return this;
  }

  /**
   * Profiles it, holds the run against the plain one on the same JDK, and the profile against what
   * holds for every one. In long suites also {@link #profileAsUsersDo}.
   */
  Profile profile(Configuration configuration) throws IOException {
    Path file = Programs.profileFile(name, configuration);
    Outcome outcome = run(configuration, JavaRun.profiled(configuration, file));
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    Profile profile = Programs.read(file);
    List<SkippedMethod> skipped =
        profile.skipped().stream()
            .filter(method -> !method.reason().startsWith("method too large"))
            .toList();
    assertEquals(List.of(), skipped);
    if (Matrix.isLong()) {
      profileAsUsersDo(configuration);
    }
    return profile;
  }

  /**
   * Profiles it with no option but the mode: with a budget, and so with samples and classes that
   * are woven anew while it runs. In long suites once more, with what the first run kept.
   */
  void profileAsUsersDo(Configuration configuration) throws IOException {
    Path kept = Traces.emptyDirectory(name + "-kept/" + configuration.fileName());
    int runs = 0;
    for (String which : Matrix.isLong() ? List.of("first", "later") : List.of("first")) {
      Path file = Programs.profileFile(name + "-" + which, configuration);
      String options = "mode=" + configuration.mode() + ",file=" + file;
      JavaRun profiled = JavaRun.on(configuration.jdk()).agent(Workspace.profilerJar(), options);
      run(configuration, profiled.cache(kept));
      Profile profile = Programs.read(file);
      assertTrue(profile.threads().stream().anyMatch(thread -> thread.tree().size() > 1), which);
      runs++;
      assertEquals(runs, runsOf(kept), which + " run: runs that the file of rates knows of");
    }
  }

  /** The second run reads the file that the first one wrote, or there are two of one run. */
  private static int runsOf(Path kept) throws IOException {
    try (Stream<Path> files = Files.walk(kept)) {
      Path rates =
          files
              .filter(file -> file.getFileName().toString().startsWith("rates-"))
              .reduce((one, other) -> fail("two files of rates: " + one + ", " + other))
              .orElseThrow(() -> new AssertionError("no file of rates in " + kept));
      return Files.readAllLines(rates).stream()
          .filter(line -> line.startsWith("runs\t"))
          .mapToInt(line -> Integer.parseInt(line.substring("runs\t".length())))
          .sum();
    }
  }

  /** Runs it with the profiler; only the profiler's own lines may differ from the plain run. */
  private Outcome run(Configuration configuration, JavaRun profiled) throws IOException {
    Traces plain = plain(configuration);
    Path directory = Traces.emptyDirectory(name + "/" + configuration.fileName());
    JavaRun run = program.apply(profiled).in(directory);
    Outcome outcome = (agentsFirst ? run.lastAgentFirst() : run).run();
    assertEquals(plain, Traces.of(outcome, directory), outcome::toString);
    return outcome;
  }

  /** Calls of all methods of a class, in all threads. */
  static long calls(Profile profile, String className) {
    return calls(profile, method -> method.className().equals(className));
  }

  /** Calls of some methods, in all threads. */
  static long calls(Profile profile, Predicate<MethodInfo> methods) {
    long calls = 0;
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (methods.test(profile.methods().get(tree.method(node)))) {
          calls += tree.calls(node);
        }
      }
    }
    return calls;
  }

  private Traces plain(Configuration configuration) throws IOException {
    Jdk jdk = configuration.jdk();
    Traces plain = plainRuns.get(jdk);
    if (plain == null) {
      Path directory = Traces.emptyDirectory(name + "/plain-" + configuration.fileName());
      Outcome outcome = program.apply(JavaRun.on(jdk)).in(directory).run();
      plain = Traces.of(outcome, directory);
      assertTrue(
          plain.files().size() + plain.stdout().length() > 0, () -> "it does nothing\n" + outcome);
      plainRuns.put(jdk, plain);
    }
    return plain;
  }
}
