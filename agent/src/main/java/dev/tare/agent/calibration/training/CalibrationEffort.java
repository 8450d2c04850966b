package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.Convergence;
import dev.tare.runtime.calibration.Kind;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits a calibration run: how long it may take, and how many rounds and passes it needs in this
 * JVM until its figures are stable. Any thread may end it; all else is for the run's own thread.
 */
final class CalibrationEffort {
  /** With the start of a JVM, the command {@code train} stays under 10 seconds. */
  static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(7_500);

  private static final int PASSES = 15;

  /** Without them a measurement has no quartiles. */
  private static final int MIN_PASSES = 3;

  /** Most need a few, and 30 at a busy start. */
  private static final int WARM_UP_ROUNDS = 50;

  /** Beyond it others used the machine too much for the statistics to serve another run. */
  private static final double MAX_DISPERSION = 1.25;

  private final LongSupplier nanoTime;
  private final long beginNanos;
  private final boolean compiled;
  private volatile boolean ended;
  private boolean shortened;

  /**
   * An effort that begins now.
   *
   * @param nanoTime as {@link System#nanoTime}
   * @param compiled whether this JVM compiles what runs often
   */
  CalibrationEffort(LongSupplier nanoTime, boolean compiled) {
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
    this.compiled = compiled;
  }

  /** An effort of this JVM. */
  static CalibrationEffort ofThisJvm() {
    return new CalibrationEffort(System::nanoTime, !Kind.INTERPRETER_ONLY);
  }

  /** Ends it for good: what is measured now is the last. */
  void end() {
    ended = true;
  }

  /** Nanoseconds since its begin. */
  long nanos() {
    return nanoTime.getAsLong() - beginNanos;
  }

  /** Whether there is time for more; who asks would have more to do. */
  boolean goesOn() {
    shortened |= ended || nanos() >= MAX_NANOS;
    return !shortened;
  }

  /**
   * Whether to make a measurement's next pass: the first few in any case, and more where there is
   * time. Passes of code that no compiler improves are all alike.
   */
  boolean goesOn(int passes) {
    return passes < MIN_PASSES || (compiled && passes < PASSES && goesOn());
  }

  /** Rounds at most until C2 has compiled all kernels: one, where nothing ever is. */
  int warmUpRounds() {
    return compiled ? WARM_UP_ROUNDS : 1;
  }

  /**
   * Turns of a pass, of so many where there is time and compiled code: else {@link #PASSES} passes
   * have as many together, since code that no compiler improves takes ten times as long.
   */
  int turns(int turns) {
    return compiled && !shortened ? turns : turns / PASSES;
  }

  /** How far a measurement came whose passes differ by this factor. */
  Convergence convergence(double dispersion) {
    return shortened
        ? Convergence.CUT
        : dispersion <= MAX_DISPERSION ? Convergence.COMPLETE : Convergence.UNSTEADY;
  }
}
