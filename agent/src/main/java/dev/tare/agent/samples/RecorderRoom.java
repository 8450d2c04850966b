package dev.tare.agent.samples;

import java.io.File;
import java.util.Optional;

/** The disk to which the flight recorder writes, which ends a JVM where that is full. */
final class RecorderRoom {
  private static final long MIN_FREE_BYTES = 64L << 20;

  private RecorderRoom() {}

  /**
   * Fails where there is little room.
   *
   * @throws IllegalStateException with the reason as its message
   */
  static void demand() {
    lack()
        .ifPresent(
            reason -> {
              throw new IllegalStateException(reason);
            });
  }

  /** Why a recording did not begin, where there is enough. */
  static String notWritable() {
    return "nothing can be recorded in " + directory();
  }

  /** Why there is too little room; empty where there is enough. */
  static Optional<String> lack() {
    File directory = directory();
    return directory.isDirectory() && directory.getUsableSpace() < MIN_FREE_BYTES
        ? Optional.of("less than 64 MB free in " + directory)
        : Optional.empty();
  }

  private static File directory() {
    return new File(System.getProperty("java.io.tmpdir", "."));
  }
}
