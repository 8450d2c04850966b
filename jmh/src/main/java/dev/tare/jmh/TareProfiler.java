package dev.tare.jmh;

import dev.tare.api.Profiler;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Runs each fork with the agent. In the fork, the profile begins with the first measurement
 * iteration and ends with the last one; classes are woven as they load, so that warm-up compiles
 * the code that is measured. Outside, the fork's profile becomes secondary results.
 */
public final class TareProfiler implements ExternalProfiler, InternalProfiler {
  /** Every call is counted, and what runs in a fork beside the benchmark is left out. */
  private static final List<String> DEFAULTS =
      List.of("mode=sampled", "budget=off", "exclude=org.openjdk.jmh.*:dev.tare.jmh.TareProfiler");

  /**
   * In a file's name, the characters of a benchmark's, which has all of its parameters: file
   * systems take 255.
   */
  private static final int MAX_NAME = 150;

  private final TareOptions options;
  private int measured;

  /** Without options. */
  public TareProfiler() throws ProfilerException {
    this("");
  }

  /**
   * Made by JMH.
   *
   * @param line what stands behind the profiler's name; {@code help} explains it
   */
  public TareProfiler(String line) throws ProfilerException {
    options = TareOptions.parse(line);
  }

  @Override
  public String getDescription() {
    return "Tare: calls and self values of the hottest methods, and a profile of each fork";
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    return List.of();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    List<String> all = new ArrayList<>();
    for (String option : DEFAULTS) {
      if (!options.names(option.substring(0, option.indexOf('=')))) {
        all.add(option);
      }
    }
    if (!options.agent().isEmpty()) {
      all.add(options.agent());
    }
    // In the option, a percent sign begins a pattern, and two are one sign.
    Path directory = Path.of(options.directory().toString().replace("%", "%%"));
    all.add("file=" + directory.resolve(fileName(params.id(), "%p")));
    return List.of("-javaagent:" + options.jar() + "=" + String.join(",", all));
  }

  private static String fileName(String benchmark, String pid) {
    String name = benchmark.replaceAll("[^\\w.-]", "_");
    if (name.length() > MAX_NAME) {
      name = name.substring(0, MAX_NAME) + "-" + Integer.toHexString(benchmark.hashCode());
    }
    return "tare-" + name + "-" + pid + ".json";
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    try {
      Files.createDirectories(options.directory());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void beforeIteration(BenchmarkParams params, IterationParams iteration) {
    if (iteration.getType() == IterationType.MEASUREMENT && measured++ == 0) {
      Profiler.reset();
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams params, IterationParams iteration, IterationResult result) {
    if (measured == params.getMeasurement().getCount()) {
      Profiler.stop();
    }
    return List.of();
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File standardOutput, File standardError) {
    String name = fileName(result.getParams().id(), Long.toString(pid));
    Path file = options.directory().resolve(name);
    long operations = result.getMetadata() == null ? 0 : result.getMetadata().getMeasurementOps();
    if (operations == 0) {
      return List.of(); // JMH says why.
    }
    List<Result<?>> results = new ArrayList<>();
    try {
      if (!Files.exists(file)) {
        throw new IOException("the fork did not write it");
      }
      List<HotMethod> hottest = HotMethod.of(options, file);
      if (hottest.isEmpty() && options.top() > 0) {
        throw new IOException("nothing was recorded");
      }
      for (HotMethod method : hottest) {
        results.addAll(method.results(operations));
      }
    } catch (IOException e) {
      // What is thrown from here ends JMH's run, and all of its results are lost.
      System.err.println("[tare] no results of " + file + ": " + e);
    }
    return results;
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }
}
