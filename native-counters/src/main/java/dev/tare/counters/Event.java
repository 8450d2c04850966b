package dev.tare.counters;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Something that the kernel can count for a thread: the identifying part of {@code struct
 * perf_event_attr}.
 *
 * @param name as the user writes it
 * @param type a {@code PERF_TYPE_}, or the number of a unit under /sys/bus/event_source
 * @param config which event of the type
 * @param config1 more of it, for units that need more
 * @param config2 the same
 */
record Event(String name, int type, long config, long config1, long config2) {
  static final int TYPE_HARDWARE = 0;
  static final int TYPE_SOFTWARE = 1;
  static final int TYPE_HARDWARE_CACHE = 3;
  static final int TYPE_RAW = 4;

  private static final Pattern RAW = Pattern.compile("r([0-9a-fA-F]{1,16})");

  /** {@code PERF_COUNT_HW_*}, in the kernel's order. */
  private static final List<String> HARDWARE =
      List.of(
          "cycles",
          "instructions",
          "cache-references",
          "cache-misses",
          "branches",
          "branch-misses",
          "bus-cycles",
          "stalled-cycles-frontend",
          "stalled-cycles-backend",
          "ref-cycles");

  private static final List<String> CACHES =
      List.of("L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node");

  private static final List<String> CACHE_OPERATIONS = List.of("load", "store", "prefetch");

  static Event hardware(String name) {
    return new Event(name, TYPE_HARDWARE, HARDWARE.indexOf(name), 0, 0);
  }

  /** The software event whose mapped page tells of every switch of the thread. */
  static Event taskClock() {
    return new Event("task-clock", TYPE_SOFTWARE, 1, 0, 0);
  }

  /** The generic hardware events, instructions first. */
  static List<String> hardwareNames() {
    return HARDWARE;
  }

  /** {@code L1-dcache-load-misses} and its like: those that perf(1) lists. */
  static List<String> cacheNames() {
    return CACHES.stream()
        .flatMap(
            cache ->
                CACHE_OPERATIONS.stream()
                    .flatMap(
                        operation ->
                            Stream.of(
                                cache + "-" + plural(operation),
                                cache + "-" + operation + "-misses")))
        .toList();
  }

  private static String plural(String operation) {
    return operation.endsWith("h") ? operation + "es" : operation + "s";
  }

  /**
   * The event of that name: generic, {@code rNNNN} for the processor's own number in hexadecimal,
   * or a named event of a unit under /sys/bus/event_source, as {@code unit/event/} or as {@code
   * event} alone.
   */
  static Optional<Event> named(String name) {
    if (HARDWARE.contains(name)) {
      return Optional.of(hardware(name));
    }
    Matcher raw = RAW.matcher(name);
    if (raw.matches()) {
      return Optional.of(new Event(name, TYPE_RAW, Long.parseUnsignedLong(raw.group(1), 16), 0, 0));
    }
    return cache(name).or(() -> EventSources.ofThisMachine().event(name));
  }

  /** {@code config} is cache, operation and result, a byte each: perf_event_open(2). */
  private static Optional<Event> cache(String name) {
    for (int cache = 0; cache < CACHES.size(); cache++) {
      for (int operation = 0; operation < CACHE_OPERATIONS.size(); operation++) {
        String does = CACHE_OPERATIONS.get(operation);
        String stem = CACHES.get(cache) + "-";
        int result =
            name.equals(stem + plural(does)) ? 0 : name.equals(stem + does + "-misses") ? 1 : -1;
        if (result >= 0) {
          long config = cache | (long) operation << 8 | (long) result << 16;
          return Optional.of(new Event(name, TYPE_HARDWARE_CACHE, config, 0, 0));
        }
      }
    }
    return Optional.empty();
  }
}
