package dev.tare.it.program;

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
  private static final long COMPILERS_MILLIS = 2_000;

  private static long sum;

  private CountedKernels() {}

  @SuppressWarnings("restricted") // JDK 24 and later warn
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length == 0) {
      warmUp();
      steady();
    } else if (arguments[0].equals("kernels")) {
      Alone.kernels();
    } else {
      System.load(arguments[1]);
      Alone.known();
    }
  }

  /**
   * Until all is compiled. Twice: on one processor C1's code may come late in the first round, and
   * count too few calls for C2. What waits for C2 is compiled while the thread sleeps.
   */
  private static void warmUp() throws InterruptedException {
    for (int round = 0; round < 2; round++) {
      cold();
      Thread.sleep(COMPILERS_MILLIS);
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
    private static final int WARM_UP = 20_000;
    private static final int TURNS = 100_000;

    private Alone() {}

    private static native void turns(int turns);

    private static native long nothing();

    static void kernels() throws InterruptedException {
      long start = InstructionCounter.read();
      warmUp();
      printCosts();
      System.out.println("thread " + (InstructionCounter.read() - start));
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
      readings[0] = InstructionCounter.read();
      fibs();
      readings[1] = InstructionCounter.read();
      loops5();
      readings[2] = InstructionCounter.read();
      loops20();
      readings[3] = InstructionCounter.read();
      loops100();
      readings[4] = InstructionCounter.read();
      for (int i = 0; i < 4; i++) {
        String kernel = new String[] {"fibs", "loops5", "loops20", "loops100"}[i];
        System.out.println(kernel + " " + (readings[i + 1] - readings[i]));
      }
    }

    private static long counted(int turns) {
      long before = InstructionCounter.read();
      turns(turns);
      return InstructionCounter.read() - before;
    }

    private static long empty() {
      long before = InstructionCounter.read();
      return InstructionCounter.read() - before;
    }

    private static long emptyWithCall() {
      long before = InstructionCounter.read();
      nothing();
      return InstructionCounter.read() - before;
    }
  }
}
