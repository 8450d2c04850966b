package dev.tare.it.launch;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * What {@code wrk} saw of a web server: four connections that ask on and on.
 *
 * @param requests how many were answered
 * @param failures answers that were not of status 2xx or 3xx, and errors of connections
 * @param perSecond answers a second
 * @param latencyMillis of an answer: 50, 90 and 99 percent were no later; and the latest
 */
public record WebLoad(long requests, long failures, double perSecond, List<Double> latencyMillis) {
  /** Requests that may be under way, and are answered to nobody, when it ends. */
  public static final int CONNECTIONS = 4;

  private static final String PROGRAM = "wrk";

  /** Asks for a page for so long. The test that does is skipped where there is no {@code wrk}. */
  public static WebLoad of(int port, String path, int seconds) {
    try {
      String text =
          Tool.run(
              PROGRAM,
              "-t1",
              "-c" + CONNECTIONS,
              "-d" + seconds + "s",
              "--timeout",
              "60s",
              "--latency",
              "http://127.0.0.1:" + port + path);
      return parse(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Skips the test that calls it where there is no {@code wrk}. */
  public static void assumeThere() {
    try {
      Tool.run("sh", "-c", "command -v " + PROGRAM);
    } catch (IOException e) {
      Assumptions.abort("left out: no " + PROGRAM + " here; Debian has a package of that name");
    }
  }

  private static WebLoad parse(String text) {
    long failures =
        number(text, "connect (\\d+)")
            + number(text, "read (\\d+),")
            + number(text, "write (\\d+)")
            + number(text, "timeout (\\d+)")
            + number(text, "Non-2xx or 3xx responses: (\\d+)");
    Matcher perSecond = Pattern.compile("Requests/sec: +([\\d.]+)").matcher(text);
    if (!perSecond.find()) {
      throw new AssertionError(text);
    }
    return new WebLoad(
        number(text, "(\\d+) requests in"),
        failures,
        Double.parseDouble(perSecond.group(1)),
        Stream.of("50% +", "90% +", "99% +", "Latency +\\S+ +\\S+ +")
            .map(before -> millis(text, before))
            .toList());
  }

  /**
   * The first number in the pattern's place; 0 for none, as wrk says no more of what did not
   * happen.
   */
  private static long number(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  private static double millis(String text, String before) {
    Matcher found = Pattern.compile(before + "([\\d.]+)(us|ms|s|m)\\b").matcher(text);
    if (!found.find()) {
      throw new AssertionError(before + " in\n" + text);
    }
    double value = Double.parseDouble(found.group(1));
    return switch (found.group(2)) {
      case "us" -> value / 1_000;
      case "ms" -> value;
      case "s" -> value * 1_000;
      default -> value * 60_000;
    };
  }

  /** A line of a table. */
  public String line(String what) {
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %.2f ms | %.2f ms | %.1f ms | %.0f ms |%n",
        what,
        perSecond,
        latencyMillis.get(0),
        latencyMillis.get(1),
        latencyMillis.get(2),
        latencyMillis.get(3));
  }
}
