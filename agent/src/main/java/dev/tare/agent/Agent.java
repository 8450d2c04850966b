package dev.tare.agent;

import dev.tare.agent.calibration.Fingerprint;
import dev.tare.agent.control.Management;
import dev.tare.agent.control.Profiler;
import dev.tare.agent.control.Recording;
import dev.tare.agent.control.Weaving;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.samples.FlightSampler;
import dev.tare.agent.samples.ProbeSampler;
import dev.tare.agent.samples.SamplePace;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.weave.CarrierWeaver;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbeFacade;
import dev.tare.agent.weave.Rehearsal;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.agent.weave.WeavingTransformer;
import dev.tare.runtime.Pauses;
import dev.tare.runtime.ProbeClasses;
import dev.tare.runtime.Settings;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/** Wires the profiler into the application's JVM, before its {@code main}. */
public final class Agent {
  /** What this JVM measures; null until the agent has started. */
  private static volatile Fingerprint.@Nullable Subject subject;

  private static volatile @Nullable Profiler profiler;

  private Agent() {}

  /** What this JVM measures, and with what; null where the agent has not started. */
  static Fingerprint.@Nullable Subject subject() {
    return subject;
  }

  /** What can be told to stop and start; null where the agent has not started. */
  static @Nullable Profiler profiler() {
    return profiler;
  }

  /**
   * Starts profiling, or ends the JVM with status 1 where the options are wrong.
   *
   * @param arguments what stands behind the jar's name; null for nothing
   */
  public static void start(@Nullable String arguments, Instrumentation instrumentation)
      throws Exception {
    try {
      Begun begun = begin(arguments, instrumentation);
      Console.say(begun.heading() + (begun.delayed() ? "; " + begun.recording() : ""));
    } catch (OptionException e) {
      Console.say(e.line());
      Runtime.getRuntime().halt(1);
    }
  }

  /**
   * What was begun.
   *
   * @param heading mode, metric and what is instrumented
   * @param recording how many classes were woven, or that nothing was yet
   * @param delayed whether nothing is recorded yet
   */
  record Begun(String heading, String recording, boolean delayed) {}

  /** Starts profiling, in a JVM that may have been running for long. */
  static synchronized Begun begin(@Nullable String arguments, Instrumentation instrumentation)
      throws Exception {
    Run run = Run.begin(Instant.now());
    AgentOptions options = AgentOptions.parse(arguments);
    ProfileFile file = ProfileFile.at(options, run);
    List<ClassFileTransformer> transformers = new ArrayList<>();
    try {
      return begin(options, run, file, instrumentation, transformers);
    } catch (Exception | Error e) {
      // No thread to be had, for one. The application runs as it would without the agent.
      transformers.forEach(instrumentation::removeTransformer);
      throw e;
    }
  }

  private static Begun begin(
      AgentOptions options,
      Run run,
      ProfileFile file,
      Instrumentation instrumentation,
      List<ClassFileTransformer> transformers)
      throws Exception {
    BootModule.open(instrumentation);
    boolean weaves = options.mode != Mode.NONE;
    CpuSampler.Way way =
        options.cpuSamples.isPresent() ? CpuSampler.Way.find(weaves) : CpuSampler.Way.NONE;
    if (way == CpuSampler.Way.PROBES) {
      Settings.freezeCpuSamples();
    }
    Optional<CpuSampler> sampler = sampler(options, way);
    ChosenMetric metric = ChosenMetric.of(weaves ? options.metric : "time", instrumentation);
    Settings.freeze(
        options.maxNodes,
        options.calibrated() && options.mode == Mode.FULL,
        options.warmUpDelay,
        options.deferrals(),
        options.categories);
    metric.use();
    MethodRegistry registry = new MethodRegistry();
    SkippedMethods skipped = new SkippedMethods();
    byte[] facade = weaves ? ProbeFacade.bytes(options.mode) : new byte[0];
    Optional<Weaving> weaving =
        weaves
            ? Optional.of(
                weaving(options, facade, registry, skipped, instrumentation, transformers))
            : Optional.empty();
    Fingerprint.Subject measured =
        metric.subject(
            options.mode,
            options.categories.name().toLowerCase(Locale.ROOT),
            Arrays.hashCode(facade));
    subject = measured;
    Profiler started =
        new Profiler(
            new ProfiledRun(
                options,
                run,
                file,
                metric,
                measured,
                registry,
                skipped,
                sampler.isPresent() ? sampler.get() : ThreadSamples.NONE),
            new Recording(run.started(), run.startNanos(), weaving, sampler),
            sampler,
            run.startNanos(),
            options.everyNanos > 0);
    String woven = "recording begins with the first start";
    ShutdownWriter writer = new ShutdownWriter(started);
    if (!options.delayed) {
      woven = started.start(run.startNanos());
      if (weaving.isPresent() && weaving.get().missesCarriers() && metric.isOfTheThread()) {
        Console.say(
            "warning: virtual threads of this JDK are charged with what their carriers do while"
                + " they are blocked");
      }
    }
    if (options.everyNanos > 0) {
      started.startPeriods(options.everyNanos);
    }
    Management.watch(started, instrumentation, Console::say);
    writer.install();
    Answers.tellWhereTheAgentIs();
    profiler = started;
    if (sampler.isPresent() && !weaves && !options.delayed) {
      WritingRehearsal.start(options, run, metric);
    }
    String heading =
        options.mode.key()
            + " mode, "
            + (weaves ? measured(options, metric) : "nothing instrumented")
            + (sampler.isPresent() ? ", " + sampler.get().description() : "");
    return new Begun(heading, woven, options.delayed);
  }

  private static String measured(AgentOptions options, ChosenMetric metric) {
    return "metric "
        + metric.metric().name()
        + " from "
        + metric.metric().source()
        + ", "
        + (options.include.isEmpty()
            ? "every application class"
            : String.join(":", options.include))
        + (options.exclude.isEmpty() ? "" : " but " + String.join(":", options.exclude));
  }

  private static Weaving weaving(
      AgentOptions options,
      byte[] facade,
      MethodRegistry registry,
      SkippedMethods skipped,
      Instrumentation instrumentation,
      List<ClassFileTransformer> transformers)
      throws ClassNotFoundException {
    ProbeClasses.initialise();
    Pauses.begin();
    defineFacade(facade);
    ClassFilter filter = new ClassFilter(options.include, options.exclude);
    Rehearsal.run();
    WeavingTransformer transformer = new WeavingTransformer(filter, registry, skipped);
    transformers.add(transformer);
    instrumentation.addTransformer(transformer, true);
    CarrierWeaver carriers = new CarrierWeaver(instrumentation);
    return new Weaving(transformer, carriers, instrumentation, filter, skipped);
  }

  private static Optional<CpuSampler> sampler(AgentOptions options, CpuSampler.Way way) {
    if (options.cpuSamples.isEmpty()) {
      if (options.mode == Mode.NONE) {
        Console.say("warning: mode=none without cpusamples measures nothing");
      }
      return Optional.empty();
    }
    SamplePace pace = options.cpuSamples.get();
    return switch (way) {
      case PROBES -> Optional.of(new ProbeSampler(pace));
      case CPU_TIME_EVENT, EXECUTION_EVENT -> {
        FlightSampler sampler = new FlightSampler(way, pace, options.maxNodes, Console::say);
        if (!options.delayed) {
          FlightSampler.prepare();
        }
        yield Optional.of(sampler);
      }
      case NONE -> {
        Console.say("no CPU-time samples: this JVM has neither a flight recorder nor CPU clocks");
        yield Optional.empty();
      }
    };
  }

  private static void defineFacade(byte[] facade) throws ClassNotFoundException {
    // No Lookup may define a class in java.lang.invoke.
    SharedSecrets.getJavaLangAccess().defineClass(null, ProbeFacade.NAME, facade, null, null);
    // Initialised now, as the classes that it calls are: see ProbeClasses.
    Class.forName("java.lang.invoke.MethodHandleImpl", true, null);
    Class.forName(ProbeFacade.NAME, true, null);
  }
}
