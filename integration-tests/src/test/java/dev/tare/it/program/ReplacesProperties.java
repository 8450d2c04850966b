package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.util.Properties;
import jdk.jfr.Recording;

/** Has no system properties for a while, and uses classes of the JDK that need them afterwards. */
final class ReplacesProperties {
  private static final long NANOS = 2_000_000_000L;

  private static int sum;

  private ReplacesProperties() {}

  public static void main(String[] args) {
    Properties properties = System.getProperties();
    System.setProperties(new Properties());
    for (long end = System.nanoTime() + NANOS; System.nanoTime() < end; ) {
      work();
    }
    System.setProperties(properties);
    boolean isCounted = ManagementFactory.getThreadMXBean().getThreadCount() > 0;
    new Recording().close();
    System.out.println(isCounted && sum != 0 ? "both are there" : "");
  }

  private static void work() {
    for (int i = 0; i < 1_000; i++) {
      sum = step(sum, i);
    }
  }

  private static int step(int x, int i) {
    return x * 31 + i + 1;
  }
}
