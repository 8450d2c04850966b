package dev.tare.agent.calibration.store;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * What overheads depend on: statistics hold only where all of it is the same. Immutable.
 *
 * <p>What is found of this JVM and machine is cheap to find: no management classes, which would
 * take tens of milliseconds of the application's start to load.
 */
public final class Fingerprint {

  /** One thing that overheads depend on; those first that are to be named first. */
  enum Field {
    METRIC("metric"),
    METRIC_SOURCE("metric source"),
    MODE("mode"),
    CATEGORIES("category scheme"),
    JVM_VERSION("JVM version"),
    JVM_NAME("JVM name"),
    JVM_VENDOR("JVM vendor"),
    JVM_COMPILATION("JVM compilation mode"),
    JVM_FLAGS("set of JVM flags"),
    COLLECTOR("collector"),
    POINTERS("layout of pointers"),
    CPU_MODEL("CPU model"),
    CLOCK_SOURCE("clock source"),
    PROFILER_VERSION("profiler version"),
    PROBE_BYTECODE("probe bytecode");

    final String label;

    Field(String label) {
      this.label = label;
    }

    /** The field as a file names it. */
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Map<Field, String> values;

  /** A fingerprint with a value of every field. */
  Fingerprint(Map<Field, String> values) {
    EnumMap<Field, String> copy = new EnumMap<>(values);
    if (copy.size() != Field.values().length) {
      throw new IllegalArgumentException("fields are missing: " + values);
    }
    this.values = Collections.unmodifiableMap(copy);
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
   */
  public record Subject(
      String metric,
      String metricSource,
      String mode,
      boolean readsAtEveryProbe,
      String categories,
      int facadeHash) {}

  /** The fingerprint of this JVM on this machine. */
  public static Fingerprint here(Subject subject, JvmEnvironment here) {
    Map<Field, String> values = new EnumMap<>(Field.class);
    values.put(Field.METRIC, subject.metric);
    values.put(Field.METRIC_SOURCE, subject.metricSource);
    values.put(Field.MODE, subject.mode);
    values.put(Field.CATEGORIES, subject.categories);
    values.put(Field.JVM_VERSION, System.getProperty("java.vm.version", ""));
    values.put(Field.JVM_NAME, System.getProperty("java.vm.name", ""));
    values.put(Field.JVM_VENDOR, System.getProperty("java.vm.vendor", ""));
    values.put(Field.JVM_COMPILATION, here.compilation());
    values.put(Field.JVM_FLAGS, here.flags());
    values.put(Field.COLLECTOR, here.collector());
    values.put(Field.POINTERS, here.pointers());
    values.put(Field.CPU_MODEL, here.cpuModel().get());
    values.put(Field.CLOCK_SOURCE, here.clockSource());
    values.put(Field.PROFILER_VERSION, here.profilerVersion());
    values.put(Field.PROBE_BYTECODE, here.probeBytecode(subject.facadeHash));
    return new Fingerprint(values);
  }

  String value(Field field) {
    return values.getOrDefault(field, "");
  }

  /**
   * The first thing that differs.
   *
   * @param other what holds here
   */
  Optional<Field> difference(Fingerprint other) {
    for (Field field : Field.values()) {
      if (!value(field).equals(other.value(field))) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }

  /** 8 hexadecimal digits, to be part of a file's name: others may have the same. */
  String hash() {
    CRC32 crc = new CRC32();
    for (Field field : Field.values()) {
      crc.update((field.key() + '=' + value(field) + '\n').getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().toHexDigits((int) crc.getValue()); // String.format loads locales
  }
}
