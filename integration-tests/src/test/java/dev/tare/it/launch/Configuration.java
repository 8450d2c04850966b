package dev.tare.it.launch;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a test is repeated for: a JDK and a mode of the profiler.
 *
 * @param jdk the JDK that the profiled program runs on
 * @param mode {@code full} or {@code sampled}
 */
public record Configuration(Jdk jdk, String mode) {
  private static final List<String> MODES = List.of("full", "sampled");

  /** Both modes on every JDK. A source of arguments for parameterized tests. */
  public static Stream<Configuration> all() {
    return Jdk.all().stream()
        .flatMap(jdk -> MODES.stream().map(mode -> new Configuration(jdk, mode)));
  }

  /**
   * Each JDK once and each mode once, beginning with full mode on the oldest; all in a full {@link
   * Matrix}. A source of arguments for parameterized tests.
   */
  public static Stream<Configuration> fullOnTheOldest() {
    return pairs(0);
  }

  /** The other pairs: sampled mode on the oldest JDK, and so on. */
  public static Stream<Configuration> sampledOnTheOldest() {
    return pairs(1);
  }

  /** Full mode on the oldest JDK alone, for what takes long; all in a full {@link Matrix}. */
  public static Stream<Configuration> oldestInFull() {
    return one(0, 0);
  }

  /** Sampled mode on the oldest JDK alone; all in a full {@link Matrix}. */
  public static Stream<Configuration> oldestInSampled() {
    return one(0, 1);
  }

  /** Full mode on the newest JDK alone; all in a full {@link Matrix}. */
  public static Stream<Configuration> newestInFull() {
    return one(1, 0);
  }

  /** Sampled mode on the newest JDK alone; all in a full {@link Matrix}. */
  public static Stream<Configuration> newestInSampled() {
    return one(1, 1);
  }

  private static Stream<Configuration> one(int release, int mode) {
    return Matrix.isFull()
        ? all()
        : Stream.of(new Configuration(Jdk.of(Jdk.RELEASES.get(release)), MODES.get(mode)));
  }

  private static Stream<Configuration> pairs(int first) {
    if (Matrix.isFull()) {
      return all();
    }
    List<Jdk> jdks = Jdk.all();
    return IntStream.range(0, jdks.size())
        .mapToObj(i -> new Configuration(jdks.get(i), MODES.get((first + i) % MODES.size())));
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
