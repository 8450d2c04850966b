package dev.tare.report.sum;

import dev.tare.profile.ThreadProfile;
import java.util.Comparator;

/**
 * Threads that become one.
 *
 * @param name theirs, as far as they share it
 * @param virtual whether they are virtual threads
 */
public record ThreadKey(String name, boolean virtual) {
  static final Comparator<ThreadKey> ORDER =
      Comparator.comparing(ThreadKey::name).thenComparing(ThreadKey::virtual);

  /** Where a thread belongs. */
  public static ThreadKey of(ThreadProfile thread, ProfileSum.Grouping grouping) {
    return switch (grouping) {
      case PATTERN -> new ThreadKey(pool(thread.name()), thread.virtual());
      case NAME -> new ThreadKey(thread.name(), thread.virtual());
      case ONE -> new ThreadKey("*", false);
    };
  }

  /** The name of a thread's pool: its own, with {@code *} for each row of digits. */
  public static String pool(String name) {
    return name.replaceAll("[0-9]+", "*");
  }
}
