package dev.tare.agent.calibration.training;

import dev.tare.runtime.calibration.ProbeCostMonitor;
import dev.tare.runtime.thread.ProfilerSection;
import java.util.function.IntUnaryOperator;

/** The trainer's kernels, once woven and once as they are. */
final class CalibrationKernels {
  /** Turns of a woven kernel whose probes all take a reading. */
  static final int TURNS = 600;

  /** Kernels without readings are so much faster that they need more turns to be timed. */
  static final int PLAIN_TURNS = 20 * TURNS;

  /** The kernel that calls bound leaves alone: the first of those that do nothing but call. */
  static final int LEAF = 0;

  /** Few turns, so that kernels are called often enough to be compiled as other methods are. */
  private static final int TURNS_OF_CALL = 30;

  /** Takes what the kernels return, so that their calls are not found to be in vain. */
  static volatile int consumed;

  private final CalibrationEffort effort;

  /** {@link #LEAF} first. */
  final IntUnaryOperator[] woven;

  /** The same, not woven. */
  final IntUnaryOperator[] plain;

  /** Kernels whose intervals contain overhead and the baseline call cost alone, loaded anew. */
  CalibrationKernels(CalibrationEffort effort) throws ReflectiveOperationException {
    this.effort = effort;
    woven = kernels(true);
    plain = kernels(false);
  }

  private static IntUnaryOperator[] kernels(boolean woven) throws ReflectiveOperationException {
    Class<?> kernels = new KernelLoader(woven).loadClass("dev.tare.trainer.Kernels");
    return (IntUnaryOperator[]) kernels.getMethod("all").invoke(null);
  }

  /**
   * Has everything compiled.
   *
   * @param wovenTurns of a woven kernel, each round
   * @param plainTurns of a kernel as it is; none, and these are left alone
   * @param more to be compiled too, a little each round: what compilers have not seen at all, they
   *     leave out, and throw the code away when it comes
   */
  void warmUp(int wovenTurns, int plainTurns, Runnable more) {
    int rounds = effort.warmUpRounds();
    for (int round = 0; round < rounds && effort.goesOn(); round++) {
      more.run();
      for (int k = 0; k < woven.length && effort.goesOn(); k++) {
        ProbeCostMonitor.sample();
        run(woven[k], effort.turns(wovenTurns));
        if (plainTurns > 0) {
          run(plain[k], effort.turns(plainTurns));
        }
      }
    }
  }

  /** The kernel that calls a leaf that computes for some nanoseconds, behind all others. */
  int loaded() {
    return woven.length - 1;
  }

  /** The metric that so many turns of a kernel take. */
  static long run(IntUnaryOperator kernel, int turns) {
    int calls = Math.max(1, turns / TURNS_OF_CALL);
    long from = ProfilerSection.reading();
    for (int i = 0; i < calls; i++) {
      consumed = kernel.applyAsInt(turns / calls);
    }
    return ProfilerSection.reading() - from;
  }
}
