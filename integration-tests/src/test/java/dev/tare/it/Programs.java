package dev.tare.it;

import dev.tare.it.check.Invariants;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongBiFunction;
import java.util.stream.IntStream;

/** How the tests start the programs of {@code dev.tare.it.program}, and read what comes of it. */
final class Programs {
  static final String PACKAGE = "dev.tare.it.program.";

  private Programs() {}

  /**
   * A JVM that runs this program under the profiler, with nothing but the program's package
   * included.
   */
  static JavaRun profiled(
      Configuration configuration, Path profile, String program, String... arguments) {
    return JavaRun.profiled(configuration, profile, "include=dev.tare.it.program.*")
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(PACKAGE + program, arguments);
  }

  /** Where the profile of a test goes: a fresh path in a folder of the test's own. */
  static Path profileFile(String test, Configuration configuration) throws IOException {
    Path file = Workspace.output(test).resolve(configuration.fileName() + ".json");
    Files.deleteIfExists(file);
    return file;
  }

  /** Reads a profile, and checks what holds for every one. */
  static Profile read(Path file) throws IOException {
    Profile profile = ProfileReader.read(file);
    Invariants.check(profile);
    return profile;
  }

  /** The thread of this name. */
  static ThreadProfile thread(Profile profile, String name) {
    return profile.threads().stream()
        .filter(thread -> thread.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no thread '" + name + "' in the profile"));
  }

  /** What the method's nodes in all threads' trees add up to. */
  static long sum(Profile profile, String method, ToLongBiFunction<CallTree, Integer> value) {
    return profile.threads().stream()
        .mapToLong(thread -> sum(profile, thread.tree(), method, value))
        .sum();
  }

  /** The same of one tree. */
  static long sum(
      Profile profile, CallTree tree, String method, ToLongBiFunction<CallTree, Integer> value) {
    return IntStream.range(1, tree.size())
        .filter(node -> profile.methods().get(tree.method(node)).name().equals(method))
        .mapToLong(node -> value.applyAsLong(tree, node))
        .sum();
  }
}
