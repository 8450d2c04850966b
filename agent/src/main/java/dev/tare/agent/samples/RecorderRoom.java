package dev.tare.agent.samples;

import java.io.File;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.internal.misc.VM;
import org.jspecify.annotations.Nullable;

/** The disks to which the flight recorder writes, which ends a JVM where one of them is full. */
final class RecorderRoom {
  private static final long MIN_FREE_BYTES = 64L << 20;

  /** The property that has the directory of what is being recorded, once anything was. */
  private static final String REPOSITORY = "jdk.jfr.repository";

  /** The argument by which that directory is chosen. */
  private static final Pattern CHOICE =
      Pattern.compile("-XX:FlightRecorderOptions[:=](?:.*,)?repository=\"?([^,\"]+).*");

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
    return "nothing can be recorded in " + temporary();
  }

  /** Why there is too little room; empty where there is enough. */
  static Optional<String> lack() {
    return Stream.concat(Stream.of(temporary()), chosen())
        .filter(directory -> directory.isDirectory() && directory.getUsableSpace() < MIN_FREE_BYTES)
        .findFirst()
        .map(directory -> "less than 64 MB free in " + directory);
  }

  /** Where recordings go at their end, and, unless another place is chosen, before it. */
  private static File temporary() {
    return new File(System.getProperty("java.io.tmpdir", "."));
  }

  private static Stream<File> chosen() {
    String[] arguments = VM.getRuntimeArguments();
    return chosen(System.getProperty(REPOSITORY), arguments == null ? new String[0] : arguments);
  }

  /**
   * Where else recordings may go before their end.
   *
   * @param inUse where they do; null before the first
   * @param arguments the JVM's
   */
  static Stream<File> chosen(@Nullable String inUse, String... arguments) {
    return inUse != null
        ? Stream.of(new File(inUse))
        : Stream.of(arguments)
            .map(CHOICE::matcher)
            .filter(Matcher::matches)
            .map(choice -> new File(choice.group(1)));
  }
}
