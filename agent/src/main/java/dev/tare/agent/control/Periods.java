package dev.tare.agent.control;

import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Ends periods, one after the other, and has their profiles written. */
final class Periods implements Runnable {
  private final Profiler profiler;
  private final long periodNanos;
  private final Consumer<String> say;

  /** What was told last; empty after a profile. */
  private String told = "";

  Periods(Profiler profiler, long periodNanos, Consumer<String> say) {
    this.profiler = profiler;
    this.periodNanos = periodNanos;
    this.say = say;
  }

  /** Starts, for good, on a daemon thread of its own. */
  static void start(Profiler profiler, long periodNanos, Consumer<String> say) {
    Thread thread = ProfilerThreads.daemon("tare-periods", new Periods(profiler, periodNanos, say));
    thread.start();
  }

  @Override
  public void run() {
    ProfilerSection.begin();
    long due = System.nanoTime();
    while (true) {
      due += periodNanos;
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      endOne();
      long late = System.nanoTime() - due;
      if (late > periodNanos) {
        due += late; // Periods that were missed are not made up for.
      }
    }
  }

  /**
   * Has the profile of a period written, and tells why where that fails, but for each reason once.
   */
  void endOne() {
    try {
      if (profiler.endPeriod()) {
        told = "";
      }
    } catch (IOException | RuntimeException | Error e) {
      tell(e);
    }
  }

  private void tell(Throwable fault) {
    try {
      String reason = fault.toString();
      if (!reason.equals(told)) {
        say.accept("warning: no profile of this period, the next has it too: " + reason);
        told = reason;
      }
    } catch (OutOfMemoryError e) {
      // The next period may have memory again.
    }
  }
}
