package dev.tare.bench;

import dev.tare.bench.run.Machine;
import dev.tare.bench.table.MarkdownTable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a reading of a clock costs, and what it makes of short work: {@link System#nanoTime}, the
 * fenced time-stamp counter, and the thread's CPU time in two ways, the latter three by the natives
 * of Tare's jar, which has to be on the class path. Linux only.
 */
public final class ClockReadings {
  private static final int BATCHES = 41;
  private static final int BATCH = 50_000;
  private static final long AGREEMENT_NANOS = 10_000_000_000L;
  private static final int[] TURNS = {5, 20, 100};

  private static final ClassLoader TARE = loader();
  private static final MethodHandle NANO_TIME = handle(System.class, "nanoTime");
  private static final MethodHandle TIME_STAMP = reading("time");
  private static final MethodHandle CPU_BY_PAGE = reading("cpuByPage");
  private static final MethodHandle CPU_BY_SYSTEM_CALL = reading("cpuBySystemCall");

  private static volatile long result = 1;

  private ClockReadings() {}

  /** A clock, and work between two readings of it; each its own code, so that all is inlined. */
  private interface Clock {
    long read() throws Throwable;

    long around(int turns) throws Throwable;
  }

  private static final class NanoTime implements Clock {
    @Override
    public long read() throws Throwable {
      return (long) NANO_TIME.invokeExact();
    }

    @Override
    public long around(int turns) throws Throwable {
      long start = (long) NANO_TIME.invokeExact();
      work(turns);
      return (long) NANO_TIME.invokeExact() - start;
    }
  }

  private static final class TimeStamp implements Clock {
    @Override
    public long read() throws Throwable {
      return (long) TIME_STAMP.invokeExact();
    }

    @Override
    public long around(int turns) throws Throwable {
      long start = (long) TIME_STAMP.invokeExact();
      work(turns);
      return (long) TIME_STAMP.invokeExact() - start;
    }
  }

  private static final class CpuByPage implements Clock {
    @Override
    public long read() throws Throwable {
      return (long) CPU_BY_PAGE.invokeExact();
    }

    @Override
    public long around(int turns) throws Throwable {
      long start = (long) CPU_BY_PAGE.invokeExact();
      work(turns);
      return (long) CPU_BY_PAGE.invokeExact() - start;
    }
  }

  private static final class CpuBySystemCall implements Clock {
    @Override
    public long read() throws Throwable {
      return (long) CPU_BY_SYSTEM_CALL.invokeExact();
    }

    @Override
    public long around(int turns) throws Throwable {
      long start = (long) CPU_BY_SYSTEM_CALL.invokeExact();
      work(turns);
      return (long) CPU_BY_SYSTEM_CALL.invokeExact() - start;
    }
  }

  /** Prints a table, in Markdown, to standard output. */
  public static void main(String[] arguments) throws Throwable {
    load();
    MarkdownTable table =
        new MarkdownTable(
            List.of("clock", "reading, ns", "empty, ns", "5 turns", "20 turns", "100 turns"));
    double turn = turnNanos();
    add(table, "System.nanoTime", new NanoTime());
    add(table, "fenced time-stamp counter", new TimeStamp());
    add(table, "cpu, mapped page", new CpuByPage());
    add(table, "cpu, clock_gettime", new CpuBySystemCall());
    System.out.printf(
        Locale.ROOT,
        "%s, JDK %s%n%n%s%nempty: mean between two readings with nothing between them. Turns: mean"
            + " with that many turns of a loop%nbetween them, less empty, in ns; true are %.1f,"
            + " %.1f and %.1f.%nOver ten seconds the time-stamp counter and nanoTime differ by %.5f"
            + " %%.%n",
        Machine.describe(),
        System.getProperty("java.version"),
        table,
        turn * TURNS[0],
        turn * TURNS[1],
        turn * TURNS[2],
        disagreement() * 100);
  }

  private static void add(MarkdownTable table, String name, Clock clock) throws Throwable {
    double empty = aroundNanos(clock, 0);
    String[] turns = new String[TURNS.length];
    for (int i = 0; i < TURNS.length; i++) {
      turns[i] = decimal(aroundNanos(clock, TURNS[i]) - empty);
    }
    table.add(
        List.of(name, decimal(readingNanos(clock)), decimal(empty), turns[0], turns[1], turns[2]));
  }

  private static double readingNanos(Clock clock) throws Throwable {
    double[] batches = new double[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
      long start = System.nanoTime();
      for (int i = 0; i < BATCH; i++) {
        clock.read();
      }
      batches[batch] = (System.nanoTime() - start) / (double) BATCH;
    }
    return median(batches);
  }

  private static double aroundNanos(Clock clock, int turns) throws Throwable {
    double[] batches = new double[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
      long sum = 0;
      for (int i = 0; i < BATCH; i++) {
        sum += clock.around(turns);
      }
      batches[batch] = sum / (double) BATCH;
    }
    return median(batches);
  }

  /** Nanoseconds of one turn: by a loop so long that the readings do not count. */
  private static double turnNanos() {
    double[] batches = new double[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
      long start = System.nanoTime();
      work(BATCH * 10);
      batches[batch] = (System.nanoTime() - start) / (BATCH * 10.0);
    }
    return median(batches);
  }

  /** Each turn waits for the one before. */
  private static void work(int turns) {
    long value = result;
    for (int i = 0; i < turns; i++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    result = value;
  }

  /** Of the two wall clocks, as a part of the whole. */
  private static double disagreement() throws Throwable {
    long nanos = System.nanoTime();
    long stamp = (long) TIME_STAMP.invokeExact();
    while (System.nanoTime() - nanos < AGREEMENT_NANOS) {
      Thread.sleep(100);
    }
    long stamps = (long) TIME_STAMP.invokeExact() - stamp;
    return Math.abs(stamps / (double) (System.nanoTime() - nanos) - 1);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** As the jar's own commands find what they need. */
  private static ClassLoader loader() {
    try {
      Method create =
          Class.forName("dev.tare.agent.bootstrap.IsolatedLoader").getDeclaredMethod("create");
      create.setAccessible(true);
      return (ClassLoader) create.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Tare's jar is not on the class path", e);
    }
  }

  /** Loads the natives, and has a page mapped for each thread at its first reading. */
  private static void load() throws ReflectiveOperationException {
    Object catalog =
        TARE.loadClass("dev.tare.counters.EventCatalog")
            .getConstructor(Optional.class)
            .newInstance(Optional.empty());
    Object source = catalog.getClass().getMethod("source", String.class).invoke(catalog, "cpu");
    Consumer<String> warnings = System.err::println;
    Object service =
        ((Optional<?>)
                source
                    .getClass()
                    .getMethod("threadCounters", Consumer.class)
                    .invoke(source, warnings))
            .orElseThrow(() -> new IllegalStateException("no mapped page here"));
    Runnable nothing = () -> {};
    service.getClass().getMethod("start", Runnable.class).invoke(service, nothing);
  }

  private static MethodHandle reading(String name) {
    try {
      return handle(TARE.loadClass("dev.tare.runtime.clock.NativeReading"), name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle handle(Class<?> owner, String name) {
    try {
      return MethodHandles.publicLookup()
          .findStatic(owner, name, MethodType.methodType(long.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
