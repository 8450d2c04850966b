package dev.tare.it.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Kernels whose cost in instructions is to be known. Under the profiler it runs them; alone, with
 * {@code alone} as its argument and the profiler's classes on the class path, it reads the
 * instruction counter around them, and prints the truth.
 */
public final class CountedKernels {
  private static final int RUNS = 10;
  private static final int FIBS = 40;
  private static final int CHAIN = 100_000;
  private static final int CALLS = 200_000;
  private static final int LOOP = 1_000;
  private static final int FIB = 18;
  private static final int[] LEAVES = {5, 20, 100};

  private static long sum;

  private CountedKernels() {}

  public static void main(String[] arguments) throws Throwable {
    if (arguments.length > 0 && arguments[0].equals("alone")) {
      Thread thread = new Thread(new Alone(), "alone");
      thread.start();
      thread.join();
    } else {
      work();
    }
  }

  private static void work() {
    for (int i = 0; i < FIBS; i++) {
      sum += fib(FIB);
    }
    for (int i = 0;
        i < CALLS / LOOP;
        i++) { // often: so that whole loops are compiled, from their start
      loop5(LOOP);
      loop20(LOOP);
      loop100(LOOP);
    }
  }

  private static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  private static void loop5(int calls) {
    for (int i = 0; i < calls; i++) {
      leaf(5);
    }
  }

  private static void loop20(int calls) {
    for (int i = 0; i < calls; i++) {
      leaf(20);
    }
  }

  private static void loop100(int calls) {
    for (int i = 0; i < calls; i++) {
      leaf(100);
    }
  }

  private static void leaf(int turns) {
    long s = sum;
    for (int i = 0; i < turns; i++) {
      s = s * 31 + i;
    }
    sum = s;
  }

  private static void chain(int turns) {
    leaf(turns);
  }

  /** The thread that measures; no class of the profiler is named in it, only asked for. */
  private static final class Alone implements Runnable {
    private static final MethodHandle COUNTER = open();

    /** What a probe does in the profiler: {@code NativeReading.event()}. */
    private static MethodHandle open() {
      try {
        Class<?> catalogClass = Class.forName("dev.tare.counters.EventCatalog");
        Object catalog = catalogClass.getConstructor(Optional.class).newInstance(Optional.empty());
        Object source =
            catalogClass.getMethod("source", String.class).invoke(catalog, "instructions");
        System.out.println("source " + source.getClass().getMethod("source").invoke(source));
        Consumer<String> warnings = warning -> System.out.println("warning " + warning);
        Optional<?> desk =
            (Optional<?>)
                source
                    .getClass()
                    .getMethod("threadCounters", Consumer.class)
                    .invoke(source, warnings);
        Runnable nothing = () -> {};
        Object counters = desk.orElseThrow();
        counters.getClass().getMethod("start", Runnable.class).invoke(counters, nothing);
        return MethodHandles.publicLookup()
            .findStatic(
                Class.forName("dev.tare.runtime.NativeReading"),
                "event",
                MethodType.methodType(long.class));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private static long count() {
      try {
        return (long) COUNTER.invokeExact();
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void run() {
      long start = count();
      work();
      System.out.println("thread " + (count() - start));
      String exact = "";
      String costs = "";
      for (int i = 0; i < RUNS; i++) { // the last is of compiled code
        exact = exact();
        costs = costs();
      }
      System.out.println("exact" + exact);
      System.out.println("costs" + costs);
    }

    /** The same length again and again, and two others. */
    private static String exact() {
      StringBuilder readings = new StringBuilder();
      for (int turns = CHAIN; turns <= 3 * CHAIN; turns += CHAIN) {
        for (int i = 0; i < RUNS; i++) {
          long before = count();
          chain(turns);
          long counted = count() - before;
          readings.append(' ').append(counted);
        }
      }
      return readings.toString();
    }

    /** Instructions of a call of fib, and of a turn of each loop with its leaf. */
    private static String costs() {
      StringBuilder costs = new StringBuilder();
      long before = count();
      sum += fib(FIB);
      long counted = count() - before;
      costs.append(' ').append((double) counted / (2 * fib(FIB + 1) - 1));
      for (int leaf : LEAVES) {
        long once = loop(leaf, CALLS / 10);
        long twice = loop(leaf, CALLS / 5);
        costs.append(' ').append((double) (twice - once) / (CALLS / 10));
      }
      return costs.toString();
    }

    private static long loop(int leaf, int calls) {
      long before = count();
      switch (leaf) {
        case 5 -> loop5(calls);
        case 20 -> loop20(calls);
        default -> loop100(calls);
      }
      return count() - before;
    }
  }
}
