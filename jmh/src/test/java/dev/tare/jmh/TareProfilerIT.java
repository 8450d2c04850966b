package dev.tare.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

class TareProfilerIT {
  private static final String JAR = System.getProperty("tare.profiler.jar", "");
  private static final int FORKS = 2;

  /** Single shots, so that it is known how often each fork calls what: an operation is a batch. */
  private static final int BATCH = 50;

  @Test
  void callsOfAnOperationAreExactAndWarmUpIsNotAmongThem(@TempDir Path folder)
      throws RunnerException, IOException {
    RunResult run = run(folder, FORKS);
    Map<String, ? extends Result<?>> results = secondary(run);
    assertEquals(BATCH, of(results, "tare.calls:SumsBenchmark.sums").getScore());
    assertEquals(10 * BATCH, of(results, "tare.calls:SumsBenchmark.sum(int)").getScore());
    assertEquals(BATCH, of(results, "tare.calls:SumsBenchmark.sum()").getScore());
    assertEquals("ns/op", of(results, "tare.self:SumsBenchmark.lambda$sum$0").getScoreUnit());
    assertSelfIsOfTheRun(run, results);
    assertTrue(
        results.keySet().stream().noneMatch(label -> label.contains("jmh")), results::toString);
    try (Stream<Path> profiles = Files.list(folder)) {
      assertEquals(FORKS, profiles.count());
    }
  }

  /** Single values may be below zero by what is not known of the overhead, all together not. */
  private static void assertSelfIsOfTheRun(
      RunResult run, Map<String, ? extends Result<?>> results) {
    double self =
        results.entrySet().stream()
            .filter(result -> result.getKey().startsWith("tare.self:"))
            .mapToDouble(result -> result.getValue().getScore())
            .sum();
    assertEquals("s/op", run.getPrimaryResult().getScoreUnit());
    double wall = 1e9 * run.getPrimaryResult().getScore();
    assertTrue(self > 0 && self < wall, () -> self + " of " + wall + " ns: " + results);
  }

  private static Result<?> of(Map<String, ? extends Result<?>> results, String label) {
    return Objects.requireNonNull(results.get(label), results::toString);
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // JMH's own map is raw.
  private static Map<String, ? extends Result<?>> secondary(RunResult run) {
    return (Map) run.getSecondaryResults();
  }

  private static RunResult run(Path folder, int forks) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(SumsBenchmark.class.getName())
                .mode(Mode.SingleShotTime)
                .forks(forks)
                .warmupIterations(3)
                .measurementIterations(4)
                .measurementBatchSize(BATCH)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .addProfiler(
                    TareProfiler.class, "jar=" + JAR + ";dir=" + folder + ";agent=calstats=off")
                .build())
        .runSingle();
  }

  @Test
  void whatIsNotKnownIsSaidWithTheHelp() {
    for (String line : new String[] {"help", "tops=3"}) {
      ProfilerException thrown =
          assertThrows(ProfilerException.class, () -> new TareProfiler(line));
      String said = String.valueOf(thrown.getMessage());
      assertTrue(said.contains("tare.calls:METHOD"), said);
    }
    assertThrows(ProfilerException.class, () -> new TareProfiler("jar=/no/such.jar"));
    assertThrows(ProfilerException.class, () -> new TareProfiler("jar=" + JAR + ";top=many"));
  }
}
