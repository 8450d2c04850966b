package dev.tare.bench.kernel;

import dev.tare.bench.work.WorkMain;
import java.util.List;

/**
 * Runs every kernel in turn, round after round: {@code KernelMain WARMUP_MS ROUNDS}. Prints, after
 * {@link WorkMain#PREFIX}, a line for each kernel and round: {@value #TURN}, the nanoseconds of one
 * turn of its loop, and the kernel's number in {@link Kernels#all}. The time of one turn is the
 * difference of two lengths of the loop.
 */
public final class KernelMain {
  /** Key of those lines. */
  public static final String TURN = "kernel_turn_ns";

  /** Loop lengths, in units of {@link Kernel#turns}, that one round runs. */
  public static final int UNITS_A_ROUND = 3;

  /**
   * So that the loop is compiled as a method, and not only replaced on the stack: short, and often.
   */
  private static final int SHORT_CALLS = 3_000;

  private static final int SHORT_CALL_TURNS = 50;
  private static final int LEAST_WARM_UP_ROUNDS = 10;

  private KernelMain() {}

  public static void main(String[] args) {
    long warmUpNanos = Long.parseLong(args[0]) * 1_000_000;
    int rounds = Integer.parseInt(args[1]);
    List<Kernel> kernels = Kernels.all();
    long seed = 1;
    long start = System.nanoTime();
    for (Kernel kernel : kernels) {
      // A turn of fib is two thousand calls by itself.
      int turns = kernel.turns() < SHORT_CALL_TURNS * 10 ? 1 : SHORT_CALL_TURNS;
      for (int call = 0; call < SHORT_CALLS; call++) {
        seed = KernelRounds.warmUp(kernel.drive(), turns, seed);
      }
    }
    for (int round = 0;
        round < LEAST_WARM_UP_ROUNDS || System.nanoTime() - start < warmUpNanos;
        round++) {
      for (Kernel kernel : kernels) {
        seed = KernelRounds.warmUp(kernel.drive(), kernel.turns(), seed);
      }
    }
    for (int round = 0; round < rounds; round++) {
      for (int index = 0; index < kernels.size(); index++) {
        Kernel kernel = kernels.get(index);
        int turns = kernel.turns();
        long shortStart = System.nanoTime();
        seed = KernelRounds.measured(kernel.drive(), turns, seed);
        long longStart = System.nanoTime();
        seed = KernelRounds.measured(kernel.drive(), turns * 2, seed);
        long end = System.nanoTime();
        double nanos = ((end - longStart) - (longStart - shortStart)) / (double) turns;
        System.out.println(WorkMain.PREFIX + TURN + " " + index + " " + nanos);
      }
    }
    System.out.println(WorkMain.PREFIX + WorkMain.RESULT + " " + seed);
  }
}
