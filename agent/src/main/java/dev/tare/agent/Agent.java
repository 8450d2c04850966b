package dev.tare.agent;

import dev.tare.agent.calibration.CalibrationWork;
import dev.tare.agent.calibration.Fingerprint;
import dev.tare.agent.calibration.Keeping;
import dev.tare.agent.calibration.Surroundings;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.samples.FlightSampler;
import dev.tare.agent.samples.ProbeSampler;
import dev.tare.agent.samples.SamplePace;
import dev.tare.agent.weave.CarrierWeaver;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbeFacade;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.agent.weave.WeavingTransformer;
import dev.tare.runtime.EndedThreads;
import dev.tare.runtime.ProbeClasses;
import dev.tare.runtime.SampleTicker;
import dev.tare.runtime.Settings;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/** Wires the profiler into the application's JVM, before its {@code main}. */
public final class Agent {
  /** What this JVM measures; null until the agent has started. */
  private static volatile Fingerprint.@Nullable Subject subject;

  private Agent() {}

  /** What this JVM measures, and with what; null where the agent has not started. */
  static Fingerprint.@Nullable Subject subject() {
    return subject;
  }

  /**
   * Starts profiling, or ends the JVM with status 1 where the options are wrong.
   *
   * @param arguments what stands behind the jar's name; null for nothing
   */
  public static void start(@Nullable String arguments, Instrumentation instrumentation)
      throws Exception {
    Run run = Run.begin(Instant.now());
    AgentOptions options;
    ProfileFile file;
    try {
      options = AgentOptions.parse(arguments);
      file = ProfileFile.at(options, run);
    } catch (OptionException e) {
      Console.say(e.line());
      Runtime.getRuntime().halt(1);
      return;
    }
    start(options, run, file, instrumentation);
  }

  private static void start(
      AgentOptions options, Run run, ProfileFile file, Instrumentation instrumentation)
      throws Exception {
    BootModule.open(instrumentation);
    boolean weaves = options.mode != Mode.NONE;
    CpuSampler.Way way =
        options.cpuSamples.isPresent() ? CpuSampler.Way.find(weaves) : CpuSampler.Way.NONE;
    if (way == CpuSampler.Way.PROBES) {
      Settings.freezeCpuSamples();
    }
    ChosenMetric metric = ChosenMetric.of(weaves ? options.metric : "time", instrumentation);
    Settings.freeze(
        options.maxNodes,
        options.calibrated() && options.mode == Mode.FULL,
        options.warmUpDelay,
        options.deferrals(),
        options.categories);
    metric.use();
    ProbeClasses.initialise();
    MethodRegistry registry = new MethodRegistry();
    SkippedMethods skipped = new SkippedMethods();
    int probes = weaves ? weave(options, metric, registry, skipped, instrumentation) : 0;
    Fingerprint.Subject measured =
        metric.subject(options.mode, options.categories.name().toLowerCase(Locale.ROOT), probes);
    subject = measured;
    CalibrationWork calibration =
        CalibrationWork.start(
            options.calibrated() ? options.keeping : Keeping.OFF,
            measured,
            new Surroundings(Run::cpuModel),
            Console::say);
    Optional<CpuSampler> sampler = sample(options, way);
    ShutdownWriter.install(
        new ShutdownWriter(options, run, file, metric, registry, skipped, calibration, sampler));
    Console.say(
        options.mode.key()
            + " mode, "
            + (weaves ? measured(options, metric) : "nothing instrumented")
            + sampler.map(samples -> ", " + samples.description()).orElse(""));
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

  private static Optional<CpuSampler> sample(AgentOptions options, CpuSampler.Way way)
      throws InterruptedException {
    if (options.cpuSamples.isEmpty()) {
      if (options.mode == Mode.NONE) {
        Console.say("warning: mode=none without cpusamples measures nothing");
      }
      return Optional.empty();
    }
    SamplePace pace = options.cpuSamples.get();
    return switch (way) {
      case PROBES -> Optional.of(ProbeSampler.start(pace));
      case CPU_TIME_EVENT, EXECUTION_EVENT ->
          Optional.of(FlightSampler.start(way, pace, options.maxNodes));
      case NONE -> {
        Console.say("no CPU-time samples: this JVM has neither a flight recorder nor CPU clocks");
        yield Optional.empty();
      }
    };
  }

  /** Weaves what is loaded, and sees to what will be; returns a hash of what woven code calls. */
  private static int weave(
      AgentOptions options,
      ChosenMetric metric,
      MethodRegistry registry,
      SkippedMethods skipped,
      Instrumentation instrumentation)
      throws Exception {
    byte[] facade = ProbeFacade.bytes(options.mode);
    defineFacade(facade);
    ClassFilter filter = new ClassFilter(options.include, options.exclude);
    instrumentation.addTransformer(new WeavingTransformer(filter, registry, skipped), true);
    LoadedClasses.weave(instrumentation, filter);
    EndedThreads.sweep();
    if (!CarrierWeaver.weave(instrumentation) && metric.isOfTheThread()) {
      Console.say(
          "warning: virtual threads of this JDK are charged with what their carriers do while they"
              + " are blocked");
    }
    if (options.mode == Mode.SAMPLED) {
      SampleTicker.start(options.intervalNanos);
    }
    return Arrays.hashCode(facade);
  }

  private static void defineFacade(byte[] facade) throws ClassNotFoundException {
    // No Lookup may define a class in java.lang.invoke.
    SharedSecrets.getJavaLangAccess().defineClass(null, ProbeFacade.NAME, facade, null, null);
    // Initialised now, as the classes that it calls are: see ProbeClasses.
    Class.forName("java.lang.invoke.MethodHandleImpl", true, null);
    Class.forName(ProbeFacade.NAME, true, null);
  }
}
