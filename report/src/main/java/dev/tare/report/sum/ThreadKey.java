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
      case PATTERN -> new ThreadKey(thread.name().replaceAll("[0-9]+", "*"), thread.virtual());
      case NAME -> new ThreadKey(thread.name(), thread.virtual());
      case ONE -> new ThreadKey("*", false);
    };
  }
}
