package dev.tare.agent.calibration.training;

import java.util.function.LongSupplier;

/**
 * How long a training may go on, and how much it takes for its figures to stand still in this JVM.
 * Any thread may end it; the rest is the training thread's.
 */
final class CalibrationEffort {
  /** Without them a measurement has no quartiles. */
  static final int MIN_PASSES = 3;

  /** Code that no compiler improves needs less to be measured, and takes ten times as long. */
  private static final int SHORTENED = 10;

  /** Fewer show too few intervals of a category. */
  private static final int MIN_TURNS = 30;

  private final LongSupplier nanoTime;
  private final long beginNanos;
  private final boolean compiled;
  private long mostNanos;
  private volatile boolean ended;
  private boolean shortened;

  /**
   * An effort that begins now.
   *
   * @param nanoTime as {@link System#nanoTime}
   * @param mostNanos how long it may take
   * @param compiled whether this JVM compiles what runs often
   */
  CalibrationEffort(LongSupplier nanoTime, long mostNanos, boolean compiled) {
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
    this.mostNanos = mostNanos;
    this.compiled = compiled;
  }

  /** An effort of this JVM. */
  static CalibrationEffort ofThisJvm(long mostNanos) {
    boolean interpreted = System.getProperty("java.vm.info", "").startsWith("interpreted");
    return new CalibrationEffort(System::nanoTime, mostNanos, !interpreted);
  }

  /** Ends it for good: what is measured now is the last. */
  void end() {
    ended = true;
  }

  /** Whether {@link #end} was called: what is not under way need not begin. */
  boolean isOver() {
    return ended;
  }

  /** From here on it lasts until it is ended. */
  void unlimited() {
    mostNanos = Long.MAX_VALUE;
  }

  /** Nanoseconds since its begin. */
  long nanos() {
    return nanoTime.getAsLong() - beginNanos;
  }

  /** Whether there is time for more; who asks would have more to do. */
  boolean goesOn() {
    if (ended || nanos() >= mostNanos) {
      shortened = true;
    }
    return !shortened;
  }

  /**
   * Whether to make a measurement's next pass: the first few in any case, and more where there is
   * time. Passes of code that no compiler improves are all alike.
   */
  boolean goesOn(int passes) {
    return passes < MIN_PASSES || (compiled && goesOn());
  }

  /** Whether something had to be left out. */
  boolean wasShortened() {
    return shortened;
  }

  /** Rounds that have so many rounds' code compiled: one, where none ever is. */
  int warmUpRounds(int rounds) {
    return compiled ? rounds : 1;
  }

  /** Turns of a pass, of so many where there is time and compiled code. */
  int turns(int turns) {
    return compiled && !shortened ? turns : Math.min(turns, Math.max(MIN_TURNS, turns / SHORTENED));
  }
}
