package dev.tare.agent.lifecycle;

import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.control.CommandRefused;
import dev.tare.agent.control.CommandResults;
import dev.tare.agent.control.Management;
import dev.tare.agent.control.Profiler;
import dev.tare.agent.control.Recording;
import dev.tare.agent.control.Weaving;
import dev.tare.agent.hotspot.CompilerDirectives;
import dev.tare.agent.hotspot.DiagnosticCommands;
import dev.tare.agent.hotspot.VmFlags;
import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.options.Mode;
import dev.tare.agent.options.SamplingRate;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.samples.DelayedSampler;
import dev.tare.agent.samples.ExecutionSamples;
import dev.tare.agent.samples.JfrSampler;
import dev.tare.agent.samples.ProbeSampler;
import dev.tare.agent.snapshot.CallAdjustment;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbeFacade;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.ProbeTrial;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.agent.weave.TierHistory;
import dev.tare.agent.weave.VirtualThreadWeaver;
import dev.tare.agent.weave.WeaverWarmUp;
import dev.tare.agent.weave.WeavingTransformer;
import dev.tare.agent.weave.WovenClassCache;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.probe.ProbeClasses;
import dev.tare.runtime.thread.ProfilerThreads;
import dev.tare.runtime.thread.RecordingControl;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import jdk.internal.access.SharedSecrets;

/** One start of the agent, in steps, each of which needs what the steps before it did. */
final class AgentStart {
  /** Of more than these the start line says how many they are. */
  private static final int MAX_PATTERNS_SHOWN = 10;

  /** A program that ends sooner is not sampled then, and does not wait for the flight recorder. */
  private static final long UNASKED_DELAY_MILLIS = 1_000;

  private final AgentOptions options;
  private final RunIdentity run;
  private final ProfileFile file;
  private final Instrumentation instrumentation;
  private final List<ClassFileTransformer> transformers;
  private final boolean weaves;

  /** The way of the samples that nobody asked for: those of CPU time are free, if there are any. */
  private final CpuSampler.Way unasked;

  private final MethodRegistry registry = new MethodRegistry();
  private final SkippedMethods skipped = new SkippedMethods();

  /**
   * A start that has not begun.
   *
   * @param transformers gets those that are added, to be removed where the start fails
   */
  AgentStart(
      AgentOptions options,
      RunIdentity run,
      ProfileFile file,
      Instrumentation instrumentation,
      List<ClassFileTransformer> transformers) {
    this.options = options;
    this.run = run;
    this.file = file;
    this.instrumentation = instrumentation;
    this.transformers = transformers;
    this.weaves = options.mode != Mode.NONE;
    this.unasked = options.samplesUnasked ? wayUnasked() : CpuSampler.Way.NONE;
  }

  private static CpuSampler.Way wayUnasked() {
    if (CpuSampler.Way.isFree()) {
      return CpuSampler.Way.CPU_TIME_EVENT;
    }
    return CpuSampler.Way.hasFlightRecorder()
        ? CpuSampler.Way.EXECUTION_EVENT
        : CpuSampler.Way.NONE;
  }

  Agent.Begun begin() throws Exception {
    CpuSampler.Way way = wayOfSampling();
    ChosenMetric metric = ChosenMetric.of(weaves ? options.metric : "time", instrumentation);
    freeze(metric);
    Optional<FutureTask<BudgetWork>> reading =
        BudgetWork.isWanted(options) ? Optional.of(BudgetWork.begin(options)) : Optional.empty();
    byte[] facade = weaves ? ProbeFacade.bytes(options.mode, reading.isPresent()) : new byte[0];
    if (weaves) {
      rehearse(facade);
    }
    Optional<BudgetWork> budget =
        reading.isPresent() ? Optional.of(awaited(reading.get())) : Optional.empty();
    if (budget.isPresent() || options.mode == Mode.SAMPLED) {
      new LastReadings().listen(); // On this thread, which may be that of main.
    }
    ProbePlan plan = budget.map(BudgetWork::plan).orElseGet(ProbePlan::everythingTimed);
    registry.showTiersOf(plan);
    TierHistory tiers = new TierHistory(plan, registry, options.mode == Mode.FULL);
    Optional<CpuSampler> sampler = sampler(way, tiers, budget);
    Optional<ExecutionSamples> executionSamples = executionSamples();
    Optional<Weaving> weaving = weaves ? Optional.of(weaving(plan, budget)) : Optional.empty();
    Fingerprint.Subject subject = subject(metric, facade);
    Agent.setSubject(subject);
    Profiler profiler = profiler(metric, subject, weaving, sampler, executionSamples, budget);
    budget.ifPresent(
        work ->
            work.watch(
                profiler,
                registry,
                tiers,
                sampler,
                executionSamples,
                CallAdjustment.hasPrices(metric.metric()),
                next -> weaving.ifPresent(woven -> woven.weaveForNextRun(next))));
    ShutdownWriter writer = new ShutdownWriter(profiler);
    try {
      String recording =
          options.delayed
              ? "recording begins with the first start"
              : record(profiler, weaving, metric);
      if (options.everyNanos > 0) {
        profiler.startPeriods(options.everyNanos);
      }
      makeReachable(profiler, writer);
      if (sampler.isPresent() && !weaves && !options.delayed) {
        WriterWarmUp.start(options, run, metric);
      }
      return new Agent.Begun(heading(metric, sampler), recording, options.delayed);
    } catch (Exception | Error e) {
      takeBack(profiler, e);
      throw e;
    }
  }

  /** Takes the probes out again of what was woven already. */
  private static void takeBack(Profiler profiler, Throwable cause) {
    try {
      if (profiler.isRecording()) {
        profiler.stop();
      }
    } catch (CommandRefused | RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  private CpuSampler.Way wayOfSampling() {
    CpuSampler.Way way =
        options.cpuSamples.isPresent() ? CpuSampler.Way.find(weaves) : CpuSampler.Way.NONE;
    if (way == CpuSampler.Way.PROBES) {
      Settings.freezeCpuSamples();
    } else if (way != CpuSampler.Way.NONE && !options.delayed) {
      JfrSampler.prepare();
    }
    boolean areStacksOfJfr =
        way == CpuSampler.Way.CPU_TIME_EVENT
            || way == CpuSampler.Way.EXECUTION_EVENT
            || unasked != CpuSampler.Way.NONE;
    if (areStacksOfJfr) {
      VmFlags.describeAllInstructions(); // Now, since it holds for code that is compiled later.
    }
    return way;
  }

  private Optional<CpuSampler> sampler(
      CpuSampler.Way way, TierHistory tiers, Optional<BudgetWork> budget) {
    if (unasked == CpuSampler.Way.CPU_TIME_EVENT) {
      SamplingRate rate = SamplingRate.ofMillis(options.budget.samplePeriodMillis());
      return Optional.of(
          new DelayedSampler(
              "jdk.CPUTimeSample " + rate.shown(),
              UNASKED_DELAY_MILLIS,
              () -> jfrSampler(unasked, rate, tiers, budget)));
    }
    if (options.cpuSamples.isEmpty()) {
      if (options.mode == Mode.NONE) {
        Console.say("warning: mode=none without cpusamples measures nothing");
      }
      return Optional.empty();
    }
    SamplingRate rate = options.cpuSamples.get();
    return switch (way) {
      case PROBES -> Optional.of(new ProbeSampler(rate));
      case CPU_TIME_EVENT, EXECUTION_EVENT -> Optional.of(jfrSampler(way, rate, tiers, budget));
      case NONE -> {
        Console.say(
            "no CPU-time samples: this JVM has neither a flight recorder, module jdk.jfr, nor CPU"
                + " clocks, module jdk.management");
        yield Optional.empty();
      }
    };
  }

  /** What tells the budget what probes cost where samples of CPU time are not free. */
  private Optional<ExecutionSamples> executionSamples() {
    return unasked == CpuSampler.Way.EXECUTION_EVENT
        ? Optional.of(new ExecutionSamples())
        : Optional.empty();
  }

  private CpuSampler jfrSampler(
      CpuSampler.Way way, SamplingRate rate, TierHistory tiers, Optional<BudgetWork> budget) {
    return new JfrSampler(
        way,
        rate,
        options.maxNodes,
        tiers,
        budget.isPresent(),
        budget.map(BudgetWork::isLarge).orElseGet(ClassPathSize::isLarge),
        Console::say);
  }

  /** Says what holds for this JVM's life, before a class of the runtime reads it. */
  private void freeze(ChosenMetric metric) {
    if (BudgetWork.isWanted(options) && options.mode == Mode.FULL) {
      Settings.freezeTiers();
    }
    Settings.freeze(
        options.maxNodes,
        options.foldsRecursion,
        options.calibrated() && options.mode == Mode.FULL,
        options.warmUpDelay,
        options.deferrals(),
        options.categories);
    if (VmFlags.actsOnOutOfMemory()) {
      TreeMemory.errorIsFatal();
    }
    metric.use();
  }

  private static BudgetWork awaited(FutureTask<BudgetWork> reading) throws Exception {
    try {
      return reading.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** Tries the probes, and the weaver, before they meet a class of the application. */
  private void rehearse(byte[] facade) throws ClassNotFoundException, CommandRefused {
    ProfilerThreads.daemon(
            "tare-directives",
            () -> {
              DiagnosticCommands.open(instrumentation);
              CompilerDirectives.leaveToC1(WeaverWarmUp.packages());
            })
        .start();
    ProbeClasses.initialise();
    RecordingControl.pause();
    Optional<String> fault = ProbeTrial.run(defineFacade(facade));
    if (fault.isPresent()) {
      throw new CommandRefused(
          "not profiling, because probes do not work in this JVM: " + fault.get());
    }
    WeaverWarmUp.run();
  }

  private Weaving weaving(ProbePlan plan, Optional<BudgetWork> budget) {
    ClassFilter filter = new ClassFilter(options.include, options.exclude);
    WovenClassCache cache = budget.map(BudgetWork::wovenClasses).orElseGet(WovenClassCache::none);
    WeavingTransformer transformer = new WeavingTransformer(filter, registry, skipped, plan, cache);
    transformers.add(transformer);
    instrumentation.addTransformer(transformer, true);
    VirtualThreadWeaver carriers = new VirtualThreadWeaver(instrumentation);
    return new Weaving(transformer, carriers, instrumentation, filter, skipped);
  }

  private static Class<?> defineFacade(byte[] facade) throws ClassNotFoundException {
    // No Lookup may define a class in java.lang.invoke.
    SharedSecrets.getJavaLangAccess().defineClass(null, ProbeFacade.NAME, facade, null, null);
    // Initialised now, as the classes that it calls are: see ProbeClasses.
    Class.forName("java.lang.invoke.MethodHandleImpl", true, null);
    return Class.forName(ProbeFacade.NAME, true, null);
  }

  private Fingerprint.Subject subject(ChosenMetric metric, byte[] facade) {
    String scheme = options.categories.name().toLowerCase(Locale.ROOT);
    return metric.subject(
        options.mode,
        Settings.defersAll() ? scheme + ", delayed" : scheme,
        Arrays.hashCode(facade));
  }

  private Profiler profiler(
      ChosenMetric metric,
      Fingerprint.Subject subject,
      Optional<Weaving> weaving,
      Optional<CpuSampler> sampler,
      Optional<ExecutionSamples> executionSamples,
      Optional<BudgetWork> budget) {
    return new Profiler(
        new AgentContext(
            options,
            run,
            file,
            metric,
            subject,
            registry,
            skipped,
            sampler.isPresent() ? sampler.get() : ThreadSamples.NONE,
            budget),
        new Recording(run.started(), run.startNanos(), weaving, sampler, executionSamples),
        sampler,
        run.startNanos(),
        options.everyNanos > 0);
  }

  private String record(Profiler profiler, Optional<Weaving> weaving, ChosenMetric metric)
      throws CommandRefused {
    String woven = profiler.start(run::startNanos);
    if (weaving.isPresent() && weaving.get().missesCarriers() && metric.isOfTheThread()) {
      Console.say(
          "warning: virtual threads of this JDK are charged with what their carriers do while"
              + " they are blocked");
    }
    return woven;
  }

  /** From here on commands find the profiler, and the JVM's end writes its profile. */
  private void makeReachable(Profiler profiler, ShutdownWriter writer) throws IOException {
    Management.watch(profiler, instrumentation, Console::say);
    writer.install();
    CommandResults.tellWhereTheAgentIs();
    Agent.setProfiler(profiler);
  }

  private String heading(ChosenMetric metric, Optional<CpuSampler> sampler) {
    return options.mode.key()
        + " mode, "
        + (weaves ? measured(metric) : "nothing instrumented")
        + (sampler.isPresent() ? ", " + sampler.get().description() : "");
  }

  private String measured(ChosenMetric metric) {
    return "metric "
        + metric.metric().name()
        + " from "
        + metric.metric().source()
        + ", "
        + (options.include.isEmpty() ? "every application class" : shown(options.include))
        + (options.exclude.isEmpty() ? "" : " but " + shown(options.exclude));
  }

  private static String shown(List<String> patterns) {
    int count = patterns.size();
    return count > MAX_PATTERNS_SHOWN ? count + " patterns" : String.join(":", patterns);
  }
}
