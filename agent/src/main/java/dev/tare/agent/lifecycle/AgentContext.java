package dev.tare.agent.lifecycle;

import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.budget.CallPrices;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.calibration.training.CalibrationWork;
import dev.tare.agent.control.ProfilerContext;
import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.options.Mode;
import dev.tare.agent.options.OptionException;
import dev.tare.agent.snapshot.CalibrationSource;
import dev.tare.agent.snapshot.CallAdjustment;
import dev.tare.agent.snapshot.MeasuredBlock;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.snapshot.Window;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.NamePattern;
import dev.tare.profile.RunInfo;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.thread.EndedThreadMerger;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The run as its options and this JVM make it. */
final class AgentContext implements ProfilerContext {
  private final AgentOptions options;
  private final RunIdentity run;
  private final ProfileFile file;
  private final ChosenMetric metric;
  private final Fingerprint.Subject subject;
  private final MethodRegistry registry;
  private final SkippedMethods skipped;
  private final ThreadSamples samples;
  private final Optional<BudgetWork> budget;

  /** Whether the thread that adds up ended threads was started. */
  private boolean sweeps;

  /** Whether the thread that ends sampling periods was started. */
  private boolean ticks;

  /** Null as long as nothing was recorded. */
  private volatile @Nullable CalibrationWork calibration;

  AgentContext(
      AgentOptions options,
      RunIdentity run,
      ProfileFile file,
      ChosenMetric metric,
      Fingerprint.Subject subject,
      MethodRegistry registry,
      SkippedMethods skipped,
      ThreadSamples samples,
      Optional<BudgetWork> budget) {
    this.options = options;
    this.run = run;
    this.file = file;
    this.metric = metric;
    this.subject = subject;
    this.registry = registry;
    this.skipped = skipped;
    this.samples = samples;
    this.budget = budget;
  }

  @Override
  public void prepare() {
    if (options.mode == Mode.NONE) {
      return;
    }
    // Before the first interval: what a thread has waited can be told from there on alone.
    metric.openInterruptions(options.calibrated(), options.mode == Mode.SAMPLED);
    if (!sweeps) {
      EndedThreadMerger merger = new EndedThreadMerger();
      merger.sweep(ProfilerThreads.daemon("tare-sweeper", merger));
      sweeps = true;
    }
    if (options.mode == Mode.SAMPLED && !ticks) {
      ProfilerThreads.daemon(
              "tare-ticker", new SampleTicker(options.intervalNanos, ProfilerSection::begin))
          .start();
      ticks = true;
    }
    if (calibration == null) {
      calibration =
          CalibrationWork.start(
              hasBudgetPrices() ? options.keeping.onlyNamed() : options.keeping,
              subject,
              Console::say);
    }
    budget.ifPresent(BudgetWork::start);
  }

  @Override
  public void endBudget(long deadlineNanos) {
    budget.ifPresent(work -> work.finish(deadlineNanos));
  }

  @Override
  public void samplesAreRead() {
    budget.ifPresent(BudgetWork::readSamples);
  }

  @Override
  public void keepBudget() throws IOException {
    if (budget.isPresent()) {
      budget.get().keep();
    }
  }

  @Override
  public Optional<BudgetStatus> budget() {
    return budget.flatMap(BudgetWork::status);
  }

  @Override
  public RunInfo info(Instant started, long durationNanos, List<RunInfo.Window> windows) {
    return run.info(started, durationNanos, windows).withSampling(samples.unasked());
  }

  @Override
  public Snapshot snapshot(RunInfo info, Window window) {
    Snapshot snapshot =
        new Snapshot(
            info,
            options.settings(),
            metric.metric(),
            calibrationSource(),
            callAdjustment(),
            registry,
            skipped,
            window,
            samples);
    return snapshot.folding(options.minShare);
  }

  private CalibrationSource calibrationSource() {
    String policy = options.policy();
    return hasBudgetPrices()
        ? CalibrationSource.ofBudget(policy)
        : Optional.ofNullable(calibration)
            .flatMap(CalibrationWork::given)
            .map(given -> CalibrationSource.of(policy, given.source(), given.statistics()))
            .orElseGet(() -> CalibrationSource.unknown(policy));
  }

  /** Whether no calibration run is needed: its probes take no readings, and calls have prices. */
  private boolean hasBudgetPrices() {
    return options.mode == Mode.SAMPLED
        && options.calibrated()
        && budget.isPresent()
        && CallAdjustment.hasPrices(metric.metric());
  }

  @Override
  public Path file(String number) {
    try {
      return file.path(number);
    } catch (OptionException e) {
      throw new IllegalStateException(e); // It was a path at the start.
    }
  }

  @Override
  public void recordingEnds() {
    file.recordingEnds();
  }

  @Override
  public Path place(Path temporary, Path wanted) throws IOException {
    return file.place(temporary, wanted);
  }

  @Override
  public void awaitCalibration(long deadlineNanos) {
    CalibrationWork work = calibration;
    if (work != null) {
      work.await(deadlineNanos);
    }
  }

  @Override
  public void keepCalibration(long deadlineNanos) {
    CalibrationWork work = calibration;
    if (work != null) {
      work.keep(deadlineNanos);
    }
    metric.flaws().ifPresent(flaws -> say("warning: " + flaws));
  }

  @Override
  public void close() {
    metric.close();
  }

  @Override
  public Map<String, String> settings() {
    return options.settings();
  }

  @Override
  public String metric() {
    return metric.metric().name() + " from " + metric.metric().source();
  }

  @Override
  public String metricName() {
    return metric.metric().name();
  }

  @Override
  public String metricUnit() {
    return metric.metric().unit();
  }

  @Override
  public MeasuredBlock beginBlock() {
    return MeasuredBlock.begin(registry, callAdjustment());
  }

  private CallAdjustment callAdjustment() {
    if (!options.calibrated()) {
      return CallAdjustment.NONE;
    }
    Optional<CallPrices> prices = budget.flatMap(BudgetWork::callPrices);
    return options.mode == Mode.SAMPLED
        ? CallAdjustment.ofSampled(metric.metric(), prices)
        : CallAdjustment.ofFull(metric.metric(), prices);
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
  public void say(String line) {
    Console.say(line);
  }
}
