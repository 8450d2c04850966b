package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program with a class path as large programs have it, and a budget as services have it. */
@Execution(ExecutionMode.CONCURRENT)
class LargeProgramIT {
  private static final long LARGE = 25_000_000;
  private static final int SECONDS = 3;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void whatIsNotCompiledInTheFirstRunHasProbesInALaterOne(Configuration configuration)
      throws IOException {
    Path learned = Workspace.output("large").resolve(configuration.fileName() + ".tsv");
    Files.deleteIfExists(learned);

    Path file = Programs.profileFile("large", configuration);
    assertTrue(run(configuration, learned, file).stderr().contains("few methods of this large"));
    Profile first = Programs.read(file);
    assertEquals(0, calls(first, "often"));
    assertEquals(0, calls(first, "seldom"));
    List<String> known = Files.readAllLines(learned);
    assertTrue(known.stream().anyMatch(line -> line.matches("method\tNaN\t.*often\\(J\\)J")));
    assertFalse(known.stream().anyMatch(line -> line.contains("seldom(")));

    // It is a class's turn in the ninth run at the latest, by the checksum of its class file.
    long seldom = 0;
    for (int run = 2; seldom == 0 && run <= 9; run++) {
      assertFalse(run(configuration, learned, file).stderr().contains("few methods of this large"));
      Profile later = Programs.read(file);
      assertEquals(0, calls(later, "often"));
      seldom = calls(later, "seldom");
    }
    assertEquals(3, seldom);
  }

  private static Outcome run(Configuration configuration, Path learned, Path file)
      throws IOException {
    Path large = Workspace.output("large").resolve(configuration.fileName() + ".jar");
    try (RandomAccessFile jar = new RandomAccessFile(large.toFile(), "rw")) {
      jar.setLength(LARGE);
    }
    return JavaRun.profiled(
            configuration,
            file,
            "include=dev.tare.it.program.*",
            "budget=10%",
            "budgetlearn=" + learned)
        .classPath(TargetClasses.of(configuration.jdk()).classes(), large)
        .main(Programs.PACKAGE + "OftenAndSeldom", Integer.toString(SECONDS))
        .run()
        .succeeded();
  }

  private static long calls(Profile profile, String name) {
    MethodSums sums = MethodSums.of(profile.threads(), profile.methods().size());
    long calls = 0;
    for (int i = 0; i < sums.methods(); i++) {
      MethodInfo method = profile.methods().get(i);
      calls += method.name().equals(name) ? sums.calls(i) : 0;
    }
    return calls;
  }
}
