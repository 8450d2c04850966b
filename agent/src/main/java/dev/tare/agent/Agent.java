package dev.tare.agent;

import dev.tare.agent.calibration.Training;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbeFacade;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.agent.weave.WeavingTransformer;
import dev.tare.runtime.ProbeClasses;
import dev.tare.runtime.SampleTicker;
import dev.tare.runtime.Settings;
import java.lang.instrument.Instrumentation;
import java.time.Instant;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/** Wires the profiler into the application's JVM, before its {@code main}. */
public final class Agent {
  private Agent() {}

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
    ChosenMetric metric = ChosenMetric.of(options.metric, instrumentation);
    Settings.freeze(
        options.maxNodes, options.calibrated(), options.deferrals(), options.categories);
    metric.use();
    ProbeClasses.initialise();
    defineFacade(options.mode);
    MethodRegistry registry = new MethodRegistry();
    SkippedMethods skipped = new SkippedMethods();
    ClassFilter filter = new ClassFilter(options.include, options.exclude);
    instrumentation.addTransformer(new WeavingTransformer(filter, registry, skipped), true);
    LoadedClasses.weave(instrumentation, filter);
    if (options.mode == Mode.SAMPLED) {
      SampleTicker.start(options.intervalNanos);
    }
    if (options.calibrated()) {
      Thread training = new Thread(null, new Training(), "tare-training", 0, false);
      training.setDaemon(true);
      training.start();
    }
    ShutdownWriter.install(new ShutdownWriter(options, run, file, metric, registry, skipped));
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

  private static void defineFacade(Mode mode) throws ClassNotFoundException {
    // No Lookup may define a class in java.lang.invoke.
    SharedSecrets.getJavaLangAccess()
        .defineClass(null, ProbeFacade.NAME, ProbeFacade.bytes(mode), null, null);
    // Initialised now, as the classes that it calls are: see ProbeClasses.
    Class.forName("java.lang.invoke.MethodHandleImpl", true, null);
    Class.forName(ProbeFacade.NAME, true, null);
  }
}
