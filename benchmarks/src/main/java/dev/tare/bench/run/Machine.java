package dev.tare.bench.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Where and when something was measured. */
public final class Machine {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final Path OWN_STAT = Path.of("/proc/self/stat");
  private static final int CUTIME = 13;
  private static final int MILLIS_PER_TICK = 10;
  private static final String MODEL = "model name";
  private static final long CLOCK_NANOS = 300_000_000;
  private static final long GAP_NANOS = 1_000;

  private Machine() {}

  /** Processor, how many of them, operating system, and date, in one line. */
  public static String describe() throws IOException {
    return cpu()
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " CPUs, "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + " "
        + System.getProperty("os.arch")
        + ", "
        + LocalDate.now(ZoneOffset.UTC);
  }

  /**
   * Mean number of running threads over the last minute; negative where the system does not say.
   */
  public static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /**
   * How much of a thread's time the host, the kernel and other programs take at present: the part
   * of 0.3 s in gaps of more than 1 µs between two readings of the clock. Methods of nanoseconds
   * have as much more self by time as this part of their probes takes: 13% of 60 ns are 8 ns.
   */
  public static double takenAway() {
    long from = System.nanoTime();
    long gaps = 0;
    long last = from;
    while (last - from < CLOCK_NANOS) {
      long now = System.nanoTime();
      gaps += now - last > GAP_NANOS ? now - last : 0;
      last = now;
    }
    return (double) gaps / (last - from);
  }

  /**
   * Milliseconds of CPU time that all processes took that this one has started, and that have
   * ended: proc(5), cutime and cstime, in the hundredths of a second of Linux.
   */
  public static long endedChildrenCpuMillis() throws IOException {
    String stat = Files.readString(OWN_STAT);
    // Behind the program's name, which may have blanks in it.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return MILLIS_PER_TICK * (Long.parseLong(fields[CUTIME]) + Long.parseLong(fields[CUTIME + 1]));
  }

  private static String cpu() throws IOException {
    if (Files.isReadable(CPU_INFO)) {
      List<String> lines = Files.readAllLines(CPU_INFO);
      for (String line : lines) {
        if (line.startsWith(MODEL)) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    }
    return System.getProperty("os.arch");
  }
}
