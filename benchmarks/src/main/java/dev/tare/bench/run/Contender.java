package dev.tare.bench.run;

import dev.tare.bench.work.WorkMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One side of a comparison: a profiler with its options, or none. */
public sealed interface Contender {

  /** What the tables call it. */
  String name();

  /** Whether this JDK has it. */
  default boolean runsOn(JdkHome jdk) {
    return true;
  }

  /**
   * Arguments of the JVM that runs under it.
   *
   * @param target what is instrumented
   * @param output an empty folder for what the profiler writes
   */
  List<String> jvmArguments(Target target, Path output) throws IOException;

  /** No profiler. */
  record Plain() implements Contender {
    @Override
    public String name() {
      return "plain";
    }

    @Override
    public List<String> jvmArguments(Target target, Path output) {
      return List.of();
    }
  }

  /**
   * Tare.
   *
   * @param agent {@code profiler.jar}
   * @param arguments the agent's arguments but for {@code include}, {@code maxnodes} and {@code
   *     file}; {@link #RUN} stands for a folder of this run alone
   */
  record Tare(String name, Path agent, String arguments) implements Contender {
    /**
     * In the arguments, the folder for what the profiler writes, which is empty before each run.
     */
    public static final String RUN = "{run}";

    private static final String FILE = "profile.json";

    /** ECJ's warm-up and its measured rounds have half a million contexts each. */
    private static final String MAX_NODES = "maxnodes=4000000";

    @Override
    public List<String> jvmArguments(Target target, Path output) {
      List<String> options = new ArrayList<>();
      options.add("include=" + target.include());
      options.add(MAX_NODES);
      if (!arguments.isEmpty()) {
        options.add(arguments.replace(RUN, output.toString()));
      }
      options.add("file=" + profile(output));
      return List.of("-javaagent:" + agent.toAbsolutePath() + "=" + String.join(",", options));
    }

    /** Whether it may leave methods without readings, and calls uncounted. */
    public boolean hasBudget() {
      return !arguments.contains("budget=off");
    }

    /** The profile that it writes into this folder. */
    public static Path profile(Path output) {
      return output.resolve(FILE);
    }
  }

  /** Another version of Tare, whose profile this one may not be able to read. */
  record OtherVersion(Tare tare) implements Contender {
    @Override
    public String name() {
      return tare.agent() + "=" + tare.arguments();
    }

    @Override
    public List<String> jvmArguments(Target target, Path output) {
      return tare.jvmArguments(target, output);
    }
  }

  /**
   * Tare that records nothing.
   *
   * @param agent {@code profiler.jar}
   * @param stopped whether it did during the work's first rounds; else it never starts
   */
  record Idle(Path agent, boolean stopped) implements Contender {
    @Override
    public String name() {
      return stopped ? "stopped" : "delayed";
    }

    @Override
    public List<String> jvmArguments(Target target, Path output) {
      Tare tare = new Tare(name(), agent, stopped ? "start=now" : "start=delayed");
      List<String> arguments = new ArrayList<>(tare.jvmArguments(target, output));
      if (stopped) {
        arguments.add("-D" + WorkMain.STOP + "=true");
      }
      return arguments;
    }
  }

  /** JFR's {@code jdk.MethodTiming} of every method, and no other event. */
  record MethodTiming() implements Contender {
    private static final int SINCE = 25;
    private static final String FILE = "recording.jfr";

    @Override
    public String name() {
      return "jfr";
    }

    @Override
    public boolean runsOn(JdkHome jdk) {
      return jdk.feature() >= SINCE;
    }

    @Override
    public List<String> jvmArguments(Target target, Path output) throws IOException {
      Path settings = output.resolve("method-timing.jfc");
      FlightSettings.write(
          settings, "jdk.MethodTiming", "filter", String.join(";", target.classNames()));
      return FlightSettings.jvmArguments(settings, recording(output));
    }

    /** The recording that it writes into this folder. */
    public static Path recording(Path output) {
      return output.resolve(FILE);
    }
  }

  /**
   * JFR's {@code jdk.CPUTimeSample}, and no other event: it samples the work as it runs without a
   * profiler.
   */
  record CpuSampling() implements Contender {
    private static final int SINCE = 25;
    private static final String PERIOD = "1ms";

    @Override
    public String name() {
      return "cpu samples";
    }

    @Override
    public boolean runsOn(JdkHome jdk) {
      return jdk.feature() >= SINCE;
    }

    @Override
    public List<String> jvmArguments(Target target, Path output) throws IOException {
      Path settings = output.resolve("cpu-time.jfc");
      FlightSettings.write(settings, "jdk.CPUTimeSample", "throttle", PERIOD);
      List<String> arguments =
          new ArrayList<>(FlightSettings.jvmArguments(settings, recording(output)));
      // Without it, a sample of inlined code is charged to where the last safepoint was.
      arguments.add("-XX:+UnlockDiagnosticVMOptions");
      arguments.add("-XX:+DebugNonSafepoints");
      return arguments;
    }

    /** The recording that it writes into this folder. */
    public static Path recording(Path output) {
      return MethodTiming.recording(output);
    }
  }

  /**
   * Tare taking samples of CPU time, and instrumenting nothing.
   *
   * @param agent {@code profiler.jar}
   * @param pace the value of {@code cpusamples}
   */
  record Samples(Path agent, String pace) implements Contender {
    @Override
    public String name() {
      return "mode=none,cpusamples=" + pace;
    }

    @Override
    public List<String> jvmArguments(Target target, Path output) {
      return List.of(
          "-javaagent:"
              + agent.toAbsolutePath()
              + "="
              + name()
              + ",file="
              + output.resolve("samples.json"));
    }
  }

  /**
   * The same event recorded by JFR itself.
   *
   * @param pace the event's {@code throttle}
   */
  record FlightSamples(String pace) implements Contender {
    @Override
    public String name() {
      return "jfr, " + pace;
    }

    @Override
    public boolean runsOn(JdkHome jdk) {
      return jdk.feature() >= CpuSampling.SINCE;
    }

    @Override
    public List<String> jvmArguments(Target target, Path output) throws IOException {
      Path settings = output.resolve("samples.jfc");
      FlightSettings.write(settings, "jdk.CPUTimeSample", "throttle", pace);
      return FlightSettings.jvmArguments(settings, output.resolve("samples.jfr"));
    }
  }
}
