package dev.tare.bench.kernel;

import dev.tare.bench.work.WorkMain;
import java.util.List;

/**
 * Calls every kernel's methods few times in each of many contexts, once all is compiled: {@code
 * FewCallsMain WARMUP_MS CONTEXTS}. A context is a depth of the recursion {@link #descend}, so each
 * has nodes of its own; there are so many for each number of turns. What a call costs {@link
 * KernelMain} prints.
 */
public final class FewCallsMain {
  private static final int[] TURNS = {1, 3, 10, 30, 100, 300, 1_000};

  private FewCallsMain() {}

  public static void main(String[] args) {
    KernelMain.main(new String[] {args[0], "1"});
    int contexts = Integer.parseInt(args[1]);
    long seed = descend(contexts * TURNS.length, Kernels.all(), 1);
    System.out.println(WorkMain.PREFIX + WorkMain.RESULT + " " + seed);
  }

  private static long descend(int depth, List<Kernel> kernels, long seed) {
    if (depth == 0) {
      return seed;
    }
    long value = seed;
    for (Kernel kernel : kernels) {
      value = kernel.drive().drive(TURNS[depth % TURNS.length], value);
    }
    return descend(depth - 1, kernels, value);
  }
}
