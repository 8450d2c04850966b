package dev.tare.agent.lifecycle;

import dev.tare.agent.bootstrap.AgentMain;
import dev.tare.agent.bootstrap.BootModule;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.control.CommandRefused;
import dev.tare.agent.control.Profiler;
import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.options.OptionException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Wires the profiler into the application's JVM, before its {@code main}. */
public final class Agent {

  /** What this JVM measures; null until the agent has started. */
  private static volatile Fingerprint.@Nullable Subject subject;

  private static volatile @Nullable Profiler profiler;

  /** What the first agent was given, beginning with a blank; null until there is one. */
  private static @Nullable String inForce;

  private Agent() {}

  /** What this JVM measures, and with what; null where the agent has not started. */
  public static Fingerprint.@Nullable Subject subject() {
    return subject;
  }

  /** What can be told to stop and start; null where the agent has not started. */
  public static @Nullable Profiler profiler() {
    return profiler;
  }

  static void setSubject(Fingerprint.Subject measured) {
    subject = measured;
  }

  static void setProfiler(Profiler started) {
    profiler = started;
  }

  /**
   * Starts profiling, or ends the JVM with status 1 where the options are wrong.
   *
   * @param arguments what stands behind the jar's name; null for nothing
   */
  public static void start(@Nullable String arguments, Instrumentation instrumentation)
      throws Exception {
    try {
      BootModule.openToAgent(instrumentation);
      GivenJar.demand(AgentMain.ownJar());
      Begun begun = begin(arguments, instrumentation);
      Console.say(begun.heading() + (begun.delayed() ? "; " + begun.recording() : ""));
    } catch (OptionException e) {
      Console.say(e.line());
      Runtime.getRuntime().halt(1);
    } catch (CommandRefused e) {
      Console.say(e.line());
    }
  }

  /**
   * What was begun.
   *
   * @param heading mode, metric and what is instrumented
   * @param recording how many classes were woven, or that nothing was yet
   * @param delayed whether nothing is recorded yet
   */
  public record Begun(String heading, String recording, boolean delayed) {}

  /** Starts profiling, in a JVM that may have been running for long. */
  public static Begun begin(@Nullable String arguments, Instrumentation instrumentation)
      throws Exception {
    return begin(arguments, instrumentation, null);
  }

  /**
   * The same for a recording.
   *
   * @param recording where its profile goes; null where it is none
   */
  public static synchronized Begun begin(
      @Nullable String arguments, Instrumentation instrumentation, @Nullable Path recording)
      throws Exception {
    refuseSecond(arguments);
    RunIdentity run = RunIdentity.begin(Instant.now());
    BootModule.open(instrumentation);
    AgentOptions options = AgentOptions.parse(arguments);
    ProfileFile file = ProfileFile.at(options, run, recording);
    options.repeated.forEach(line -> Console.say("warning: " + line));
    inForce = shown(arguments);
    List<ClassFileTransformer> transformers = new ArrayList<>();
    try {
      return new AgentStart(
              options, run.labelled(options.labels), file, instrumentation, transformers)
          .begin();
    } catch (Exception | Error e) {
      // No thread to be had, for one. The application runs as it would without the agent.
      transformers.forEach(instrumentation::removeTransformer);
      throw e;
    }
  }

  /** Of two agents that one JVM is given, the first is in force. */
  private static void refuseSecond(@Nullable String arguments) throws CommandRefused {
    String first = inForce;
    if (first != null) {
      throw new CommandRefused(
          (profiler == null ? "not profiling: the first agent could not start" : "already loaded,")
              + first
              + "; this one is ignored,"
              + shown(arguments));
    }
  }

  private static String shown(@Nullable String arguments) {
    return arguments == null || arguments.isEmpty() ? " without options" : " with " + arguments;
  }
}
