package dev.tare.bench.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/** CPU time of threads of another process, as Linux counts it in {@code /proc} (proc(5)). */
final class ThreadTimes {
  /** A tick of {@code /proc}: {@code USER_HZ}, 100 a second on all platforms of a JDK. */
  private static final Duration TICK = Duration.ofMillis(10);

  /** User and system time, counted from the field behind the name. */
  private static final int USER = 11;

  private ThreadTimes() {}

  /** Of all live threads of a process whose names begin so; a name has at most 15 characters. */
  static Duration of(Process process, String nameBegins) throws IOException {
    long ticks = 0;
    Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        ticks += ticks(thread.resolve("stat"), nameBegins);
      }
    }
    return TICK.multipliedBy(ticks);
  }

  private static long ticks(Path stat, String nameBegins) throws IOException {
    String text;
    try {
      text = Files.readString(stat);
    } catch (NoSuchFileException e) {
      return 0; // The thread has ended.
    }
    int nameEnd = text.lastIndexOf(')');
    if (!text.startsWith(nameBegins, text.indexOf('(') + 1)) {
      return 0;
    }
    String[] fields = text.substring(nameEnd + 2).split(" ", -1);
    return Long.parseLong(fields[USER]) + Long.parseLong(fields[USER + 1]);
  }
}
