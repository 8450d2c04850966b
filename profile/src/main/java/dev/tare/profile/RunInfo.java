package dev.tare.profile;

import java.time.Instant;

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
    Jvm jvm) {

  /**
   * A Java virtual machine, by the system properties {@code java.vm.vendor}, {@code java.vm.name}
   * and {@code java.vm.version}.
   */
  public record Jvm(String vendor, String name, String version) {}
}
