package dev.tare.agent.calibration.store;

import dev.tare.agent.cache.PackedHash;
import dev.tare.agent.hotspot.JvmCounters;
import dev.tare.profile.ProfilerInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;

/**
 * What overheads depend on: statistics hold only where all of it is the same.
 *
 * <p>What is found of this JVM and machine is cheap to find: no management classes, which would
 * take tens of milliseconds of the application's start to load.
 *
 * @param values by what they are of, for people to read; those first that are to be named first
 */
public record Fingerprint(Map<String, String> values) {
  private static final Path CLOCK_SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  /** Flags that change what compilers make of probes, or how objects lie in memory. */
  private static final Pattern FLAG =
      Pattern.compile(
          "-X(int|comp|mixed|batch)"
              + "|-XX:[+-]?(\\w*(Inlin|Compil|Tier|Unroll|Profil|JVMCI|Escape|Compressed|Compact)\\w*"
              + "|Use\\w*GC|Use(AVX|SSE|SVE)|ObjectAlignmentInBytes|LoopStripMiningIter\\w*"
              + "|UseCountedLoopSafepoints|CICompiler\\w*)(=.*)?");

  public Fingerprint {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * What a run is about to measure, and with what.
   *
   * @param metric its name
   * @param metricSource where its values come from
   * @param mode as the option has it
   * @param readsAtEveryProbe whether that is a mode whose probes all take a reading
   * @param categories as the option has it
   * @param facadeHash hash of the class that woven code calls
   * @param cpuModel as the operating system names it
   */
  public record Subject(
      String metric,
      String metricSource,
      String mode,
      boolean readsAtEveryProbe,
      String categories,
      int facadeHash,
      Supplier<String> cpuModel) {}

  /** The fingerprint of this JVM on this machine. */
  public static Fingerprint here(Subject subject) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("metric", subject.metric);
    values.put("metric source", subject.metricSource);
    values.put("mode", subject.mode);
    values.put("category scheme", subject.categories);
    values.put("JVM version", System.getProperty("java.vm.version", ""));
    values.put("JVM name", System.getProperty("java.vm.name", ""));
    values.put("JVM vendor", System.getProperty("java.vm.vendor", ""));
    // Which compilers there are; whether classes are shared aside.
    values.put(
        "JVM compilation mode", System.getProperty("java.vm.info", "").replace(", sharing", ""));
    values.put("set of JVM flags", flags());
    values.put("collector", JvmCounters.collector());
    values.put("layout of pointers", pointers());
    values.put("CPU model", subject.cpuModel.get());
    values.put("clock source", clockSource());
    values.put("profiler version", ProfilerInfo.current().version());
    // The classes that woven code calls, the native library, and the calibration's kernels.
    String runtimeHash = PackedHash.of(Fingerprint.class, "probes.hash").orElse("not packed");
    values.put("probe bytecode", runtimeHash + " " + Integer.toHexString(subject.facadeHash));
    return new Fingerprint(values);
  }

  /** The flags that were given, sorted. */
  private static String flags() {
    String[] arguments = VM.getRuntimeArguments(); // Null where there are none.
    return Stream.of(arguments == null ? new String[0] : arguments)
        .filter(argument -> FLAG.matcher(argument).matches())
        .distinct()
        .sorted()
        .collect(Collectors.joining(" "));
  }

  /** The bytes of a reference, and of an object before its first field: both can be compressed. */
  static String pointers() {
    Unsafe unsafe = Unsafe.getUnsafe();
    return "references of "
        + unsafe.arrayIndexScale(Object[].class)
        + " bytes, headers of "
        + unsafe.objectFieldOffset(Integer.class, "value");
  }

  private static String clockSource() {
    try {
      return Files.readString(CLOCK_SOURCE).strip();
    } catch (IOException e) {
      return System.getProperty("os.name", "") + "'s"; // Not Linux: the system has the one.
    }
  }

  /** Of what file it is, in a line each; with no characters that break a line. */
  String text() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) ->
            text.append(name).append('=').append(value.replaceAll("[^ -~]", "?")).append('\n'));
    return text.toString();
  }
}
