package dev.tare.agent.budget;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** The thread that lets a {@link BudgetController} look. */
public final class BudgetKeeper {
  /**
   * Fine enough for looks that are half a second of CPU time apart. Where there are thousands of
   * threads, each tick takes some milliseconds to read their clocks, and ticks are fewer.
   */
  private static final LookPauses PAUSES = new LookPauses(100_000_000, 100, 1_000_000_000);

  /** Before it nothing is done, so that the start is not slower. No look is due by then. */
  private static final long FIRST_TICK_NANOS = 400_000_000;

  private final BudgetController controller;
  private final BooleanSupplier mayBegin;
  private final Consumer<String> say;
  private final Thread thread;
  private volatile boolean isEnding;

  /**
   * A keeper that does nothing yet.
   *
   * @param threads makes a daemon thread of the profiler's own, of which nothing is recorded
   * @param mayBegin whether the program may be looked at for the first time now
   * @param say writes a line for the user
   */
  public BudgetKeeper(
      BudgetController controller,
      Function<Runnable, Thread> threads,
      BooleanSupplier mayBegin,
      Consumer<String> say) {
    this.controller = controller;
    this.mayBegin = mayBegin;
    this.say = say;
    thread = threads.apply(this::keep);
  }

  /** Begins to look. */
  public void start() {
    thread.start();
  }

  /**
   * Ends, and waits for a batch that is being woven. To be called before anything that the weaving
   * of classes may wait for is locked.
   *
   * @param deadlineNanos the {@link System#nanoTime} at which it gives up
   * @return whether it has ended: then the caller may ask the controller for its last look
   */
  public boolean end(long deadlineNanos) {
    isEnding = true;
    LockSupport.unpark(thread);
    boolean wasInterrupted = false;
    for (long left = deadlineNanos - System.nanoTime();
        thread.isAlive() && left > 0;
        left = deadlineNanos - System.nanoTime()) {
      try {
        TimeUnit.NANOSECONDS.timedJoin(thread, left);
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /** Has the controller look for the last time; to be called once this has ended. */
  public void finish() {
    guarded(controller::finish);
  }

  /** Has the controller learn from all samples; it does nothing where this has not ended. */
  public void readSamples() {
    if (!thread.isAlive()) {
      guarded(controller::readSamples);
    }
  }

  /** A fault of the controller is told, and costs no profile. */
  private void guarded(Runnable look) {
    try {
      look.run();
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      say.accept("warning: the budget is not kept: methods keep the probes that they have: " + e);
    }
  }

  private void keep() {
    try {
      guarded(this::look);
    } finally {
      if (!isEnding) {
        controller.fail();
      }
    }
  }

  private void look() {
    long first = System.nanoTime() + FIRST_TICK_NANOS;
    long left = FIRST_TICK_NANOS;
    while (!isEnding && (left > 0 || !mayBegin.getAsBoolean())) {
      LockSupport.parkNanos(left > 0 ? left : FIRST_TICK_NANOS);
      left = first - System.nanoTime();
    }
    long costBefore = 0;
    while (!isEnding) {
      long cost = controller.tick();
      // The lesser of two: the first tick has management loaded, and any may have to wait.
      LockSupport.parkNanos(PAUSES.after(Math.min(cost, costBefore)));
      costBefore = cost;
    }
  }
}
