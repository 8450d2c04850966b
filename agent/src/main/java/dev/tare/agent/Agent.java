package dev.tare.agent;

import dev.tare.agent.calibration.CalibrationWork;
import dev.tare.agent.calibration.Fingerprint;
import dev.tare.agent.calibration.Keeping;
import dev.tare.agent.calibration.Surroundings;
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
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
  public static void start(@Nullable String arguments, Instrumentation instrumentation) {
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
    List<ClassFileTransformer> transformers = new ArrayList<>();
    try {
      start(options, run, file, instrumentation, transformers);
    } catch (Exception | Error e) {
      // No thread to be had, for one. The application runs as it would without the agent.
      transformers.forEach(instrumentation::removeTransformer);
      Console.say("not profiling: the agent cannot start: " + e);
    }
  }

  private static void start(
      AgentOptions options,
      Run run,
      ProfileFile file,
      Instrumentation instrumentation,
      List<ClassFileTransformer> transformers)
      throws Exception {
    BootModule.open(instrumentation);
    ChosenMetric metric = ChosenMetric.of(options.metric, instrumentation);
    Settings.freeze(
        options.maxNodes,
        options.calibrated() && options.mode == Mode.FULL,
        options.warmUpDelay,
        options.deferrals(),
        options.categories);
    metric.use();
    ProbeClasses.initialise();
    byte[] facade = ProbeFacade.bytes(options.mode);
    defineFacade(facade);
    MethodRegistry registry = new MethodRegistry();
    SkippedMethods skipped = new SkippedMethods();
    ClassFilter filter = new ClassFilter(options.include, options.exclude);
    WeavingTransformer transformer = new WeavingTransformer(filter, registry, skipped);
    transformers.add(transformer);
    instrumentation.addTransformer(transformer, true);
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
    Fingerprint.Subject measured =
        metric.subject(
            options.mode,
            options.categories.name().toLowerCase(Locale.ROOT),
            Arrays.hashCode(facade));
    subject = measured;
    CalibrationWork calibration =
        CalibrationWork.start(
            options.calibrated() ? options.keeping : Keeping.OFF,
            measured,
            new Surroundings(Run::cpuModel),
            Console::say);
    ShutdownWriter.install(
        new ShutdownWriter(options, run, file, metric, registry, skipped, calibration));
    Console.say(
        options.mode.key()
            + " mode, metric "
            + metric.metric().name()
            + " from "
            + metric.metric().source()
            + ", "
            + (options.include.isEmpty()
                ? "every application class"
                : String.join(":", options.include))
            + (options.exclude.isEmpty() ? "" : " but " + String.join(":", options.exclude)));
  }

  private static void defineFacade(byte[] facade) throws ClassNotFoundException {
    // No Lookup may define a class in java.lang.invoke.
    SharedSecrets.getJavaLangAccess().defineClass(null, ProbeFacade.NAME, facade, null, null);
    // Initialised now, as the classes that it calls are: see ProbeClasses.
    Class.forName("java.lang.invoke.MethodHandleImpl", true, null);
    Class.forName(ProbeFacade.NAME, true, null);
  }
}
