package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of methods without probes, where their callers count or imply them. */
@Execution(ExecutionMode.CONCURRENT)
class ImpliedCallsIT {
  private static final String PROGRAM = Programs.PACKAGE + "CalledWithoutProbes";

  private static final int CLASSES = 3;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void callsThatAreToldAsDerivedAreThoseOfARunWithAllProbes(Configuration configuration)
      throws IOException {
    Profile all = run(configuration, "budget=off");
    Path learned = Workspace.output("implied").resolve(configuration.fileName() + ".tsv");
    Path classes = TargetClasses.of(configuration.jdk()).classes();
    learn(learned, all, classes, LearnedFile.MERGED);
    Profile few = run(configuration, "budget=10%,budgetlearn=" + learned);

    Set<String> merged = new HashSet<>();
    for (MethodInfo method : few.methods()) {
      boolean isBare = isBare(method.className(), method.name());
      assertEquals(isBare ? MethodInfo.MERGED : MethodInfo.TIMED, method.tier(), method::toString);
      if (isBare) {
        merged.add(method.qualifiedName());
      }
    }
    Map<String, CallsInContext> told = CallsInContext.of(few, merged::contains);
    Map<String, CallsInContext> truth = CallsInContext.of(all, merged::contains);
    Set<String> known = new TreeSet<>();
    told.forEach(
        (context, calls) -> {
          long expected = truth.getOrDefault(context, CallsInContext.NONE).low();
          String text = context + ": " + calls + ", truly " + expected;
          assertTrue(calls.low() <= expected && expected <= calls.high(), text);
          if (calls.isKnown()) {
            assertEquals(expected, calls.low(), text);
            if (isBare("", context.substring(context.lastIndexOf('.') + 1))) {
              known.add(context.substring(context.lastIndexOf(' ') + 1));
            }
          }
        });
    truth.forEach(
        (context, calls) ->
            assertTrue(
                told.containsKey(context) || context.contains("bare") || context.contains("Bare"),
                () -> context + " is missing"));
    assertEquals(expected(), known, told::toString);
    assertLeastIsTold(told, PROGRAM + ".lockAround", ".bareThrowing");
    assertLeastIsTold(told, PROGRAM + "$Child.both", ".bareBoth");
  }

  private static void assertLeastIsTold(
      Map<String, CallsInContext> told, String caller, String callee) {
    assertTrue(
        told.entrySet().stream()
            .anyMatch(
                calls ->
                    calls.getKey().contains(caller)
                        && calls.getKey().endsWith(callee)
                        && calls.getValue().low() > 0),
        told::toString);
  }

  /** Of flat methods the sum over all contexts is exact, of those that are known the parts too. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void flatCallsAreThoseOfARunWithAllProbes(Configuration configuration) throws IOException {
    Matrix.onlyAtNight();
    Profile all = run(configuration, "budget=off");
    Path learned = Workspace.output("flat").resolve(configuration.fileName() + ".tsv");
    Path classes = TargetClasses.of(configuration.jdk()).classes();
    learn(learned, all, classes, LearnedFile.FLAT);
    Profile few = run(configuration, "budget=10%,budgetlearn=" + learned);

    Map<String, Long> truth = CallsInContext.sums(all);
    Map<String, Long> told = CallsInContext.sums(few);
    for (MethodInfo method : few.methods()) {
      boolean isBare = isBare(method.className(), method.name());
      if (!method.className().isEmpty()) {
        assertEquals(isBare ? MethodInfo.FLAT : MethodInfo.TIMED, method.tier(), method::toString);
      }
    }
    told.keySet().removeIf(name -> name.startsWith("<"));
    assertEquals(truth, told);
    ReportsOnAllJdks.check(file(configuration), Workspace.output("flat"));
  }

  /** Each has a context, at least, in which its calls are known. */
  private static Set<String> expected() {
    Set<String> names = new TreeSet<>();
    Stream.of("Leaf", "Other", "Once", "Throwing", "First", "Second", "Third", "Argument", "Number")
        .map(name -> PROGRAM + ".bare" + name)
        .forEach(names::add);
    names.add(PROGRAM + "$Child.bareOwn");
    return names;
  }

  private static boolean isBare(String className, String method) {
    return method.startsWith("bare") || className.endsWith("$BareBase");
  }

  /** As if an earlier run had met the bare methods at this rate, and the others hardly ever. */
  private static void learn(Path file, Profile profile, Path classes, double rate)
      throws IOException {
    Set<String> names = new TreeSet<>();
    profile.methods().forEach(method -> names.add(method.className()));
    assertEquals(CLASSES, names.size(), names::toString);
    LearnedFile.write(
        file,
        profile,
        PROGRAM,
        classes,
        method -> isBare(method.className(), method.name()) ? rate : LearnedFile.TIMED);
  }

  private static Path file(Configuration configuration) throws IOException {
    return Workspace.output("implied").resolve(configuration.fileName() + ".json");
  }

  private static Profile run(Configuration configuration, String options) throws IOException {
    Path file = file(configuration);
    Files.deleteIfExists(file);
    JavaRun.profiled(configuration, file, "include=" + PROGRAM + "*", options)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .verifyingAll()
        .main(PROGRAM)
        .run()
        .succeeded();
    return Programs.read(file);
  }
}
