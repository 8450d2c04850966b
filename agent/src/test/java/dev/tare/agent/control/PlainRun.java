package dev.tare.agent.control;

import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.samples.ExecutionSamples;
import dev.tare.agent.snapshot.CalibrationSource;
import dev.tare.agent.snapshot.CallAdjustment;
import dev.tare.agent.snapshot.MeasuredBlock;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.snapshot.Window;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.AtomicFile;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.NamePattern;
import dev.tare.profile.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run without calibration, and without samples of its own, for the tests. */
class PlainRun implements ProfilerContext {
  private final Path folder;

  /** One for all tests of a JVM: its trees keep the methods that any of them entered. */
  static final MethodRegistry REGISTRY = new MethodRegistry();

  private final MethodRegistry registry;

  final SkippedMethods skipped = new SkippedMethods();

  PlainRun(Path folder, MethodRegistry registry) {
    this.folder = folder;
    this.registry = registry;
  }

  Profiler recording(boolean byPeriods) throws CommandRefused {
    return recording(byPeriods, Optional.empty());
  }

  Profiler recording(boolean byPeriods, Optional<CpuSampler> sampler) throws CommandRefused {
    long now = System.nanoTime();
    Profiler profiler =
        new Profiler(
            this,
            new Recording(Instant.now(), now, Optional.empty(), sampler, executionSamples()),
            sampler,
            now,
            byPeriods);
    profiler.start();
    return profiler;
  }

  /** None; for tests that have some. */
  Optional<ExecutionSamples> executionSamples() {
    return Optional.empty();
  }

  @Override
  public RunInfo info(Instant started, long durationNanos, List<RunInfo.Window> windows) {
    RunInfo.Jvm jvm = new RunInfo.Jvm("vendor", "name", "version");
    return new RunInfo(
        started, durationNanos, 1, "", "", "", "", 1, jvm, windows, null, Map.of(), "");
  }

  @Override
  public Snapshot snapshot(RunInfo run, Window window) {
    return new Snapshot(
        run,
        Map.of(),
        new Metric("time", "ns", "a clock"),
        CalibrationSource.unknown("off"),
        CallAdjustment.NONE,
        registry,
        skipped,
        window,
        threadSamples());
  }

  /** None; for tests that have some. */
  ThreadSamples threadSamples() {
    return ThreadSamples.NONE;
  }

  @Override
  public Path file(String number) {
    return folder.resolve("profile-" + number + ".json");
  }

  @Override
  public void recordingEnds() {}

  @Override
  public Path place(Path temporary, Path file) throws IOException {
    return AtomicFile.rename(temporary, file);
  }

  @Override
  public void prepare() {}

  @Override
  public void awaitCalibration(long deadlineNanos) {}

  @Override
  public void keepCalibration(long deadlineNanos) {}

  @Override
  public void close() {}

  @Override
  public Map<String, String> settings() {
    return Map.of();
  }

  @Override
  public String metric() {
    return "time";
  }

  @Override
  public String metricName() {
    return "time";
  }

  @Override
  public String metricUnit() {
    return "ns";
  }

  @Override
  public MeasuredBlock beginBlock() {
    return MeasuredBlock.begin(registry, CallAdjustment.NONE);
  }

  @Override
  public List<MethodInfo> instrumented(String pattern) {
    return registry.matching(new NamePattern(pattern));
  }

  @Override
  public boolean isAnySkipped(String pattern) {
    return skipped.isAny(new NamePattern(pattern));
  }

  @Override
  public void say(String line) {}

  @Override
  public void endBudget(long deadlineNanos) {}

  @Override
  public void samplesAreRead() {}

  @Override
  public void keepBudget() {}

  @Override
  public Optional<BudgetStatus> budget() {
    return Optional.empty();
  }
}
