package dev.tare.profile;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The run that was profiled.
 *
 * @param started when the recording began
 * @param durationNanos wall nanoseconds from there to the writing of the profile
 * @param pid process id
 * @param command main class or jar, and its arguments
 * @param host name of the machine
 * @param os name, version and architecture of the operating system
 * @param cpu model of the processor
 * @param cpus processors that the JVM saw
 * @param jvm the virtual machine
 * @param windows the times in which calls were recorded that the profile covers, the first first;
 *     empty where it is not known
 * @param budget what was lost to probes, where that was measured against a budget
 * @param labels what whoever started the run calls it by: service, version, region
 * @param sampling how CPU time was sampled that nobody had asked to be, and why; empty: it was not
 */
public record RunInfo(
    Instant started,
    long durationNanos,
    long pid,
    String command,
    String host,
    String os,
    String cpu,
    int cpus,
    Jvm jvm,
    List<Window> windows,
    @Nullable BudgetUse budget,
    Map<String, String> labels,
    String sampling) {

  /** Characters of a label's value: the agent takes no more, and the fleet no fewer. */
  public static final int MAX_LABEL_CHARACTERS = 100;

  public RunInfo {
    windows = List.copyOf(windows);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /** The same run, sampled in this way. */
  public RunInfo withSampling(String how) {
    return new RunInfo(
        started,
        durationNanos,
        pid,
        command,
        host,
        os,
        cpu,
        cpus,
        jvm,
        windows,
        budget,
        labels,
        how);
  }

  /** A run without a budget and labels, of which it is not known when calls were recorded. */
  public RunInfo(
      Instant started,
      long durationNanos,
      long pid,
      String command,
      String host,
      String os,
      String cpu,
      int cpus,
      Jvm jvm) {
    this(
        started,
        durationNanos,
        pid,
        command,
        host,
        os,
        cpu,
        cpus,
        jvm,
        List.of(),
        null,
        Map.of(),
        "");
  }

  /** The same run, of which it is known what was lost to probes. */
  public RunInfo withBudget(@Nullable BudgetUse use) {
    return new RunInfo(
        started,
        durationNanos,
        pid,
        command,
        host,
        os,
        cpu,
        cpus,
        jvm,
        windows,
        use,
        labels,
        sampling);
  }

  /**
   * A time in which calls were recorded.
   *
   * @param started when it began
   * @param durationNanos wall nanoseconds
   */
  public record Window(Instant started, long durationNanos) {
    /** When it ended. */
    public Instant ended() {
      return started.plusNanos(durationNanos);
    }
  }

  /**
   * A Java virtual machine, by the system properties {@code java.vm.vendor}, {@code java.vm.name}
   * and {@code java.vm.version}.
   */
  public record Jvm(String vendor, String name, String version) {}
}
