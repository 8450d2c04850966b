package dev.tare.it.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Kernels whose cost in instructions is to be known. Under the profiler it runs them. Without, but
 * with the profiler's jar on the class path, it reads the instruction counter as a probe would, and
 * prints the truth: with the argument {@code kernels} that of the kernels, with {@code known} and a
 * library of natives that of the natives, whose length is known.
 */
public final class CountedKernels {
  private static final int FIBS = 20;
  private static final int FIB = 18;
  private static final int LOOPS = 2_000;
  private static final int CALLS = 50;

  private static long sum;

  private CountedKernels() {}

  public static void main(String[] arguments) throws Throwable {
    if (arguments.length == 0) {
      cold();
      steady();
    } else if (arguments[0].equals("kernels")) {
      Alone.kernels();
    } else {
      System.load(arguments[1]);
      Alone.known();
    }
  }

  private static void cold() {
    fibs();
    loops5();
    loops20();
    loops100();
  }

  /** Everything is compiled by now. */
  private static void steady() {
    fibs();
    loops5();
    loops20();
    loops100();
  }

  private static void fibs() {
    for (int i = 0; i < FIBS; i++) {
      sum += fib(FIB);
    }
  }

  private static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  // Many short loops: so that they are compiled whole, and not replaced in their middle.

  private static void loops5() {
    for (int i = 0; i < LOOPS; i++) {
      loop5();
    }
  }

  private static void loop5() {
    for (int i = 0; i < CALLS; i++) {
      leaf(5);
    }
  }

  private static void loops20() {
    for (int i = 0; i < LOOPS; i++) {
      loop20();
    }
  }

  private static void loop20() {
    for (int i = 0; i < CALLS; i++) {
      leaf(20);
    }
  }

  private static void loops100() {
    for (int i = 0; i < LOOPS; i++) {
      loop100();
    }
  }

  private static void loop100() {
    for (int i = 0; i < CALLS; i++) {
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

  /** Without the profiler; its classes are not named here, only asked for. */
  private static final class Alone {
    private static final MethodHandle EVENT = open();
    private static final int WARM_UP = 20_000;
    private static final int TURNS = 100_000;

    private Alone() {}

    private static native void turns(int turns);

    private static native long nothing();

    static void kernels() {
      long start = event();
      cold();
      printCosts();
      System.out.println("thread " + (event() - start));
    }

    static void known() {
      for (int i = 0; i < WARM_UP; i++) {
        counted(1);
        empty();
        emptyWithCall();
      }
      StringBuilder readings = new StringBuilder();
      for (int turns = TURNS; turns <= 3 * TURNS; turns += TURNS) {
        for (int i = 0; i < 10; i++) {
          readings.append(' ').append(counted(turns));
        }
      }
      System.out.println("turns" + readings);
      long empty = empty();
      System.out.println("reading " + empty);
      System.out.println("native " + (2 * empty - emptyWithCall()));
    }

    /** What {@code steady} costs, kernel by kernel. */
    private static void printCosts() {
      long[] readings = new long[5];
      readings[0] = event();
      fibs();
      readings[1] = event();
      loops5();
      readings[2] = event();
      loops20();
      readings[3] = event();
      loops100();
      readings[4] = event();
      for (int i = 0; i < 4; i++) {
        String kernel = new String[] {"fibs", "loops5", "loops20", "loops100"}[i];
        System.out.println(kernel + " " + (readings[i + 1] - readings[i]));
      }
    }

    private static long counted(int turns) {
      long before = event();
      turns(turns);
      return event() - before;
    }

    private static long empty() {
      long before = event();
      return event() - before;
    }

    private static long emptyWithCall() {
      long before = event();
      nothing();
      return event() - before;
    }

    private static long event() {
      try {
        return (long) EVENT.invokeExact();
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }

    /** What a probe calls: {@code NativeReading.event()}, in the way of the command counters. */
    private static MethodHandle open() {
      try {
        Method create = Class.forName("dev.tare.agent.IsolatedLoader").getDeclaredMethod("create");
        create.setAccessible(true);
        ClassLoader loader = (ClassLoader) create.invoke(null);
        Object catalog =
            loader
                .loadClass("dev.tare.counters.EventCatalog")
                .getConstructor(Optional.class)
                .newInstance(Optional.empty());
        Object source =
            catalog.getClass().getMethod("source", String.class).invoke(catalog, "instructions");
        System.out.println("source " + source.getClass().getMethod("source").invoke(source));
        Consumer<String> warnings = System.err::println;
        Optional<?> desk =
            (Optional<?>)
                source
                    .getClass()
                    .getMethod("threadCounters", Consumer.class)
                    .invoke(source, warnings);
        Object counters = desk.orElseThrow();
        Runnable nothing = () -> {};
        counters.getClass().getMethod("start", Runnable.class).invoke(counters, nothing);
        return MethodHandles.publicLookup()
            .findStatic(
                loader.loadClass("dev.tare.runtime.NativeReading"),
                "event",
                MethodType.methodType(long.class));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }
}
