package dev.tare.it.spring;

import dev.tare.it.program.HttpLoad;
import dev.tare.it.runner.ClassBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The web application under steady load for a given time, while class loaders come and go. Prints a
 * line for each tenth of the time: what is in use of heap after a collection, and of memory in
 * all; and in the end what the JVM took for what at its third tenth and its last, and how long
 * answers took.
 *
 * <p>Arguments: seconds, requests a second.
 */
public final class Soak {
  private static final int CLIENTS = 4;
  private static final int TENTHS = 10;
  private static final int WARM = 3;
  private static final String LEAF = "dev.tare.it.targets.Leaf";

  private final int port;
  private final long intervalNanos;
  private final long endNanos;
  private final Histogram latencyMicros = new ConcurrentHistogram(3);
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong loaders = new AtomicLong();

  private Soak(int port, long seconds, int requestsPerSecond) {
    this.port = port;
    intervalNanos = TimeUnit.SECONDS.toNanos(CLIENTS) / requestsPerSecond;
    endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  public static void main(String[] args) throws InterruptedException {
    long seconds = Long.parseLong(args[0]);
    ConfigurableApplicationContext context = Orders.start();
    int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    Soak soak = new Soak(port, seconds, Integer.parseInt(args[1]));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      threads.add(new Thread(soak::ask, "client-" + i));
    }
    threads.add(new Thread(soak::loadClasses, "loaders"));
    threads.forEach(Thread::start);
    Map<String, Long> early = Map.of();
    for (int tenth = 1; tenth <= TENTHS; tenth++) {
      Thread.sleep(seconds * 1000 / TENTHS);
      soak.printMemory(tenth);
      early = tenth == WARM ? NativeMemory.committed() : early;
    }
    printNative(early, NativeMemory.committed());
    for (Thread thread : threads) {
      thread.join();
    }
    soak.printLatencies();
    context.close();
  }

  /** Sends at even times, whether or not the answer before was late, and counts it as late too. */
  private void ask() {
    long next = System.nanoTime();
    for (int number = 0; next < endNanos; number++) {
      LockSupport.parkNanos(next - System.nanoTime());
      String expected = number % 10 == 9 ? "404" : "200";
      try {
        if (!HttpLoad.get(port, "/orders/" + number % 1000).startsWith(expected)) {
          failures.incrementAndGet();
        }
      } catch (IOException e) {
        failures.incrementAndGet();
      }
      latencyMicros.recordValue(Math.max(0, System.nanoTime() - next) / 1000);
      next += intervalNanos;
    }
  }

  private void loadClasses() {
    byte[] classFile;
    try {
      classFile = ClassBytes.of(LEAF);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    while (System.nanoTime() < endNanos) {
      try {
        Class<?> leaf = new Once().define(classFile);
        ((IntUnaryOperator) leaf.getDeclaredConstructor().newInstance()).applyAsInt(1);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      loaders.incrementAndGet();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static final class Once extends ClassLoader {
    Class<?> define(byte[] classFile) {
      return defineClass(LEAF, classFile, 0, classFile.length);
    }
  }

  private void printMemory(int tenth) {
    System.gc();
    System.out.printf(
        Locale.ROOT,
        "memory %d %d %d %d%n",
        tenth,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        resident(),
        ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
  }

  private static void printNative(Map<String, Long> early, Map<String, Long> late) {
    late.forEach(
        (kind, bytes) ->
            System.out.printf(
                "native %s %d %d%n",
                kind.replace(' ', '-'), early.getOrDefault(kind, 0L), bytes));
  }

  private static long resident() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0; // not Linux
    }
  }

  private void printLatencies() {
    System.out.printf("requests %d%n", latencyMicros.getTotalCount());
    System.out.printf("failures %d%n", failures.get());
    System.out.printf("loaders %d%n", loaders.get());
    for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
      System.out.printf(
          Locale.ROOT,
          "latency %s %d%n",
          percentile,
          latencyMicros.getValueAtPercentile(percentile));
    }
  }
}
