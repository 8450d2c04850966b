package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a program's methods do, and whichever of them have no probes: known calls are right. */
@Execution(ExecutionMode.CONCURRENT)
class GeneratedProgramsIT {
  private int derived;
  private int merged;
  private int flat;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void callsThatAreKnownAreThoseOfARunWithAllProbes(Configuration configuration)
      throws IOException {
    for (int seed = 1; seed <= Matrix.count(2, 10); seed++) {
      Path folder = Workspace.output("generated-programs/" + configuration.fileName() + "-" + seed);
      Path source = folder.resolve("Program.java");
      Files.writeString(source, GeneratedProgram.source(seed));
      Path classes = folder.resolve("classes");
      String javac = configuration.jdk().tool("javac").toString();
      Tool.run(javac, "-nowarn", "-d", classes.toString(), source.toString());

      Profile all = run(configuration, folder, "all", "budget=off");
      Path learned = folder.resolve("learned.tsv");
      SplittableRandom random = new SplittableRandom(seed);
      double often = seed % 2 == 0 ? LearnedFile.MERGED : LearnedFile.FLAT;
      LearnedFile.write(
          learned,
          all,
          GeneratedProgram.NAME,
          classes,
          method -> random.nextBoolean() ? often : LearnedFile.TIMED);
      Profile few = run(configuration, folder, "few", "budget=10%,budgetlearn=" + learned);
      check(all, few, "seed " + seed + ": ");
    }
    String found = derived + " derived, " + merged + " merged, " + flat + " flat";
    assertTrue(derived > 0 && merged > 0 && flat > 0, found);
  }

  private void check(Profile all, Profile few, String which) {
    Map<String, Long> sums = CallsInContext.sums(all);
    Map<String, Long> known = CallsInContext.sums(few);
    for (MethodInfo method : few.methods()) {
      String name = method.qualifiedName();
      if (method.tier().equals(MethodInfo.MERGED)) {
        merged++;
        assertTrue(known.getOrDefault(name, 0L) <= sums.getOrDefault(name, 0L), which + name);
      } else if (!method.className().isEmpty()) {
        flat += method.tier().equals(MethodInfo.FLAT) ? 1 : 0;
        assertEquals(sums.get(name), known.get(name), which + name);
      }
    }

    Set<String> probed =
        few.methods().stream()
            .filter(method -> !method.tier().equals(MethodInfo.MERGED))
            .filter(method -> !method.tier().equals(MethodInfo.FLAT))
            .map(MethodInfo::qualifiedName)
            .collect(Collectors.toSet());
    Map<String, CallsInContext> truth = CallsInContext.of(all, name -> !probed.contains(name));
    Map<String, CallsInContext> told = CallsInContext.of(few, name -> !probed.contains(name));
    told.keySet().removeIf(context -> context.contains(MethodInfo.FLAT_CALLS.name()));
    told.forEach(
        (context, calls) -> {
          long expected = truth.getOrDefault(context, CallsInContext.NONE).low();
          String text = which + context + ": " + calls + ", truly " + expected;
          assertTrue(calls.low() <= expected && expected <= calls.high(), text);
          assertTrue(!calls.isKnown() || calls.low() == expected, text);
          derived += calls.isKnown() && !endsWithProbes(context, probed) ? 1 : 0;
        });
    truth.forEach(
        (context, calls) ->
            assertTrue(
                told.containsKey(context) || !endsWithProbes(context, probed), which + context));
  }

  private static boolean endsWithProbes(String context, Set<String> probed) {
    return probed.contains(context.substring(context.lastIndexOf(' ') + 1));
  }

  private static Profile run(Configuration configuration, Path folder, String name, String options)
      throws IOException {
    Path file = folder.resolve(name + ".json");
    Files.deleteIfExists(file);
    JavaRun.profiled(configuration, file, "include=generated.*", options)
        .classPath(folder.resolve("classes"))
        .verifyingAll()
        .main(GeneratedProgram.NAME)
        .run()
        .succeeded();
    return Programs.read(file);
  }
}
