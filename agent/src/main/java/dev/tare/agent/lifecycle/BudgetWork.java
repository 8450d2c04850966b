package dev.tare.agent.lifecycle;

import dev.tare.agent.bootstrap.JdkProperties;
import dev.tare.agent.budget.Budget;
import dev.tare.agent.budget.BudgetController;
import dev.tare.agent.budget.BudgetKeeper;
import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.budget.CallPrices;
import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.budget.LearnedFile;
import dev.tare.agent.budget.LearnedRates;
import dev.tare.agent.budget.ProbePrices;
import dev.tare.agent.budget.StartTiers;
import dev.tare.agent.cache.CacheDirectory;
import dev.tare.agent.cache.PackedHash;
import dev.tare.agent.control.ProfiledProgram;
import dev.tare.agent.control.Profiler;
import dev.tare.agent.control.TierWeaver;
import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.options.Mode;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.samples.ExecutionSamples;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.TierHistory;
import dev.tare.agent.weave.WovenClassCache;
import dev.tare.profile.ProfilerInfo;
import dev.tare.runtime.calibration.ProbeCostMonitor;
import dev.tare.runtime.probe.CallTimer;
import dev.tare.runtime.probe.SearchTimes;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What keeps this run under its budget, and what is learnt of it for the next. */
final class BudgetWork {
  private static final String OFF = "off";
  private static final String AUTO = "auto";

  private final Budget budget;
  private final ProbePrices prices;
  private final Optional<LearnedFile> file;
  private final LearnedRates learned;

  /** Whether tiers stay as they begin, so that two runs can be compared. */
  private final boolean isFrozen;

  private final ProbePlan plan;
  private final WovenClassCache wovenClasses;

  /** Weaves classes for the next run by its tiers, for which it asks if there are such classes. */
  private Consumer<Supplier<InitialTiers>> nextWeaving = next -> {};

  private Optional<ExecutionSamples> executionSamples = Optional.empty();

  private volatile @Nullable BudgetController controller;
  private volatile @Nullable BudgetKeeper keeper;
  private boolean hasStarted;

  private BudgetWork(AgentOptions options, ProbePrices prices, Optional<LearnedFile> file) {
    this.budget = options.budget;
    this.prices = prices;
    this.file = file;
    wovenClasses = file.isEmpty() ? WovenClassCache.none() : wovenClasses(options);
    learned = file.map(LearnedFile::read).orElseGet(LearnedRates::none);
    learned.applyPrice(prices);
    isFrozen = options.budgetLearn.equals(OFF);
    plan =
        ProbePlan.beginningWith(
            isFrozen
                ? StartTiers.byClassFiles()
                : StartTiers.of(
                    budget, prices, learned, ClassPathSize.isLarge(), this::beginsLighter),
            options.mode == Mode.FULL);
  }

  /** Whether a run has a budget by its options: something is woven, and something is limited. */
  static boolean isWanted(AgentOptions options) {
    return options.mode != Mode.NONE && !options.budget.isOff();
  }

  /**
   * Begins to read what earlier runs left, in a thread of its own: at the JVM's start most
   * processors have nothing to do.
   */
  static FutureTask<BudgetWork> begin(AgentOptions options) {
    FutureTask<BudgetWork> reading = new FutureTask<>(() -> of(options));
    ProfilerThreads.daemon("tare-learned", reading).start();
    return reading;
  }

  private static BudgetWork of(AgentOptions options) {
    BudgetWork work = new BudgetWork(options, prices(options), learnedFile(options.budgetLearn));
    work.file
        .flatMap(LearnedFile::refusal)
        .ifPresent(why -> Console.say("warning: budgetlearn file not used: " + why));
    return work;
  }

  private static ProbePrices prices(AgentOptions options) {
    if (options.mode == Mode.FULL) {
      return ProbePrices.full(options.metric, ProbeCostMonitor::nanos);
    }
    CallTimer.begin();
    return ProbePrices.sampled(SearchTimes::takeMean);
  }

  private static Optional<LearnedFile> learnedFile(String option) {
    if (option.equals(OFF)) {
      return Optional.empty();
    }
    String version = ProfilerInfo.current().version();
    ProgramName program = ProgramName.current();
    if (!option.equals(AUTO)) {
      return Optional.of(
          new LearnedFile(Path.of(option).toAbsolutePath(), version, program.name()));
    }
    return CacheDirectory.ofUser()
        .map(directory -> LearnedFile.in(directory, version, program.name(), program.key()));
  }

  private static WovenClassCache wovenClasses(AgentOptions options) {
    return PackedHash.of(WovenClassCache.class, "weaver.hash")
        .map(weaver -> wovenClasses(options, weaver))
        .orElseGet(WovenClassCache::none);
  }

  private static WovenClassCache wovenClasses(AgentOptions options, String weaver) {
    String dependencies =
        String.join(
            "\n",
            weaver,
            ProgramName.current().key(),
            options.mode.key(),
            String.join(":", options.include),
            String.join(":", options.exclude),
            "");
    return CacheDirectory.ofUser()
        .map(directory -> WovenClassCache.of(directory, dependencies, Console::say))
        .orElseGet(WovenClassCache::none);
  }

  /** Classes as they were woven in earlier runs. */
  WovenClassCache wovenClasses() {
    return wovenClasses;
  }

  /** Whether the program is large, as far as its start can tell. */
  boolean isLarge() {
    return StartTiers.isLarge(learned, ClassPathSize.isLarge());
  }

  /** What is woven into each method. */
  ProbePlan plan() {
    return plan;
  }

  private boolean beginsLighter() {
    BudgetController known = controller;
    return known != null && known.beginsLighter();
  }

  /** Prepares to look at the program that this profiler weaves and samples. */
  void watch(
      Profiler profiler,
      MethodRegistry registry,
      TierHistory tiers,
      Optional<CpuSampler> sampler,
      Optional<ExecutionSamples> executionSamples,
      boolean measuresTime,
      Consumer<Supplier<InitialTiers>> nextWeaving) {
    this.nextWeaving = nextWeaving;
    this.executionSamples = executionSamples;
    BudgetController made =
        new BudgetController(
            budget,
            prices,
            new ProfiledProgram(
                plan, registry, sampler, executionSamples, measuresTime, profiler::recordingNumber),
            new TierWeaver(plan, registry, profiler, tiers),
            learned,
            isFrozen);
    controller = made;
    keeper = new BudgetKeeper(made, BudgetWork::thread, JdkProperties::areThere, Console::say);
  }

  private static Thread thread(Runnable work) {
    return ProfilerThreads.daemon("tare-budget", () -> asOwn(work));
  }

  private static void asOwn(Runnable work) {
    ProfilerSection section = ProfilerSection.begin();
    try {
      work.run();
    } finally {
      section.end();
    }
  }

  /** Begins to look, once. */
  synchronized void start() {
    BudgetKeeper made = keeper;
    if (made != null && !hasStarted) {
      made.start();
      hasStarted = true;
    }
  }

  /**
   * Looks once more, and changes nothing from here on. To be called with no lock that weaving may
   * wait for.
   *
   * @param deadlineNanos the {@link System#nanoTime} at which it gives up waiting for a batch
   */
  void finish(long deadlineNanos) {
    BudgetKeeper started = keeper;
    if (hasStarted && started != null && started.end(deadlineNanos)) {
      started.finish();
    }
  }

  /** Learns from samples, which are all known at the run's end. */
  void readSamples() {
    executionSamples.ifPresent(ExecutionSamples::finish);
    BudgetKeeper started = keeper;
    if (hasStarted && started != null) {
      started.readSamples();
    }
  }

  /** Keeps what was learnt, at the run's end; of a run that measured nothing, nothing. */
  void keep() throws IOException {
    try {
      BudgetController known = controller;
      if (file.isPresent() && known != null && hasStarted && known.learn()) {
        file.get().write(learned);
        if (learned.fitsNothing()) {
          Console.say(
              "budgetlearn file of no use to this run: none of the classes that were loaded is as"
                  + " in the runs that wrote it");
        }
        if (learned.hadFewProbes()) {
          Console.say(
              "few methods of this large program have probes in its first run: later runs have"
                  + " more, and budget="
                  + Budget.WIDE
                  + " has more at once");
        }
        nextWeaving.accept(() -> tiersOfNextRun(file.get()));
      }
    } finally {
      wovenClasses.close();
    }
  }

  /** Chosen from the file that was written, as the next run does: its figures are rounded. */
  private InitialTiers tiersOfNextRun(LearnedFile written) {
    return StartTiers.of(budget, prices, written.read(), ClassPathSize.isLarge(), () -> false);
  }

  /** What calls without a reading cost, as far as is known; empty before the first start. */
  Optional<CallPrices> callPrices() {
    return Optional.ofNullable(controller).map(BudgetController::callPrices);
  }

  /** What is known of the overhead; empty before the first start. */
  Optional<BudgetStatus> status() {
    return Optional.ofNullable(controller).map(BudgetController::status);
  }
}
