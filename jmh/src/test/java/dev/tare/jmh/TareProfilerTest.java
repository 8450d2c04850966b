package dev.tare.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

class TareProfilerTest {
  private static final long PID = 4242;

  @Test
  void aProfileThatCannotBeReadHasNoResultsAndTheRunGoesOn(@TempDir Path folder)
      throws ProfilerException, IOException {
    Files.writeString(file(folder, params("")), "{");
    BenchmarkResult fork =
        new BenchmarkResult(params(""), List.of(), new BenchmarkResultMetaData(1, 1, 1, 1, 1));
    File output = folder.resolve("output").toFile();
    assertEquals(List.of(), profiler(folder).afterTrial(fork, PID, output, output));
  }

  /** As with an option of the agent that gives it another name. */
  @Test
  void aProfileThatIsNotThereIsMissed(@TempDir Path folder) throws ProfilerException, IOException {
    BenchmarkResult fork =
        new BenchmarkResult(params(""), List.of(), new BenchmarkResultMetaData(1, 1, 1, 1, 1));
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try {
      File output = folder.resolve("output").toFile();
      assertEquals(List.of(), profiler(folder).afterTrial(fork, PID, output, output));
    } finally {
      System.setErr(before);
    }
    assertEquals(
        "[tare] no results of "
            + file(folder, params(""))
            + ": java.io.IOException: the fork did not write it",
        told.toString(StandardCharsets.UTF_8).strip());
  }

  /** File systems take names of 255 bytes, in which the agent needs room for its additions. */
  @Test
  void longParametersAreCutAndNamesDiffer(@TempDir Path folder)
      throws ProfilerException, IOException {
    String text = "\u00e4,".repeat(500);
    Path file = file(folder, params(text + "1"));
    Path other = file(folder, params(text + "2"));
    assertTrue(name(file).length() <= 200, name(file));
    assertNotEquals(file, other);
    assertEquals(file, file(folder, params(text + "1")));
    assertEquals(
        "tare-dev.tare.jmh.SumsBenchmark.sums-AverageTime-text-ab-4242.json",
        name(file(folder, params("ab"))));
  }

  @Test
  void theNameOfTheDirectoryMayHaveAPercentSign(@TempDir Path folder)
      throws ProfilerException, IOException {
    Path directory = Files.createDirectory(folder.resolve("at%p"));
    assertEquals(directory, file(directory, params("ab")).getParent());
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** Where the profile of a fork goes. */
  private static Path file(Path folder, BenchmarkParams params)
      throws ProfilerException, IOException {
    String options = profiler(folder).addJVMOptions(params).iterator().next();
    String name = options.substring(options.lastIndexOf("file=") + "file=".length());
    return Path.of(name.replaceAll("(?<!%)%p", Long.toString(PID)).replace("%%", "%"));
  }

  /** With a jar that cannot be run. */
  private static TareProfiler profiler(Path folder) throws ProfilerException, IOException {
    Path jar = Files.writeString(folder.resolve("profiler.jar"), "");
    return new TareProfiler("jar=" + jar + ";dir=" + folder);
  }

  private static BenchmarkParams params(String text) {
    IterationParams iterations =
        new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, 1);
    WorkloadParams workload = new WorkloadParams();
    workload.put("text", text, 0);
    return new BenchmarkParams(
        "dev.tare.jmh.SumsBenchmark.sums",
        "",
        false,
        1,
        new int[] {1},
        List.of(),
        1,
        0,
        iterations,
        iterations,
        Mode.AverageTime,
        workload,
        TimeUnit.NANOSECONDS,
        1,
        "",
        List.of(),
        "",
        "",
        "",
        "",
        TimeValue.NONE);
  }
}
