package dev.tare.it.launch;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a test is repeated for: a JDK and a mode of the profiler.
 *
 * @param jdk the JDK that the profiled program runs on
 * @param mode {@code full} or {@code sampled}
 */
public record Configuration(Jdk jdk, String mode) {

  /** Both modes on every JDK. A source of arguments for parameterized tests. */
  public static Stream<Configuration> all() {
    return Jdk.all().stream()
        .flatMap(
            jdk -> List.of("full", "sampled").stream().map(mode -> new Configuration(jdk, mode)));
  }

  /** Whether a reading is taken at every entry and exit. */
  public boolean readsAtEveryEvent() {
    return mode.equals("full");
  }

  @Override
  public String toString() {
    return mode + ", " + jdk;
  }

  /** The same as a part of a file name. */
  public String fileName() {
    return mode + "-" + jdk.feature();
  }
}
