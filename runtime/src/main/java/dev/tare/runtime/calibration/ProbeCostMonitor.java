package dev.tare.runtime.calibration;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.config.CategoryScheme;
import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.tree.CallNode;
import jdk.internal.vm.annotation.DontInline;

/**
 * How long a bare call's probes take just now. On a machine that others use too that changes by a
 * third from one second to the next, and differently on each processor. So a thread that records
 * tries it now and then, and takes what training found times what a sample takes here by what it
 * took there.
 *
 * <p>A sample makes calls of a recorder of its own, which no snapshot sees. One at a time: threads
 * that come meanwhile do without.
 */
public final class ProbeCostMonitor {
  /** No use where the metric counts the same work always the same. */
  static final boolean WANTED =
      Settings.calibrated()
          && Settings.readingSource() != ReadingSource.EVENT
          && Settings.categories() == CategoryScheme.FULL;

  /**
   * A thread uses so much, in the metric's unit, between two samples: 10 ms, where that is time.
   */
  public static final long BETWEEN_SAMPLES = 10_000_000;

  /** Their median counts: an interrupt spoils one. */
  private static final int BATCHES = 5;

  /** What caches and predictors have lost since the last sample comes back in these. */
  private static final int FIRST_BATCHES = 3;

  private static final int TREES = 3;

  /** Of a batch: each tree is a call that makes two. */
  private static final int CALLS = 3 * TREES;

  /** A call's and those of the calls in it. */
  public static final int NODES = 2;

  /** No method of the application has this number, which nobody counts without a reading. */
  private static final int METHOD = 1 << 30;

  private static final ProbeCostMonitor MONITOR = new ProbeCostMonitor();

  private static final long TAKEN =
      UnsafeAccess.UNSAFE.objectFieldOffset(ProbeCostMonitor.class, "taken");

  private final IntervalAccounting recorder = IntervalAccounting.ofProbeCost();
  private final long[] batches = new long[BATCHES];
  private volatile int taken;

  ProbeCostMonitor() {}

  /**
   * What a bare call's entry and exit take together, in the metric's unit; NaN while another thread
   * tries the same, and where that is nothing that calibration knows.
   */
  @DontInline
  public static double sample() {
    if (!WANTED || MONITOR.taken != 0 || !MONITOR.take()) {
      return Double.NaN;
    }
    try {
      return MONITOR.ofCall();
    } finally {
      MONITOR.taken = 0;
    }
  }

  /**
   * What a bare call's entry and exit take on this thread, in nanoseconds of the clock, whatever
   * the metric; NaN while another thread tries the same.
   */
  @DontInline
  public static double nanos() {
    if (MONITOR.taken != 0 || !MONITOR.take()) {
      return Double.NaN;
    }
    try {
      long from = System.nanoTime();
      for (int i = 0; i < BATCHES; i++) {
        MONITOR.batch();
      }
      return (double) (System.nanoTime() - from) / (BATCHES * CALLS);
    } finally {
      MONITOR.taken = 0;
    }
  }

  private boolean take() {
    return UnsafeAccess.UNSAFE.compareAndSetInt(this, TAKEN, 0, 1);
  }

  /** Of a batch, from the last reading of the one before to its own last, as intervals are. */
  double ofCall() {
    recorder.open = CallNode.ROOT;
    for (int i = 0; i < FIRST_BATCHES; i++) {
      batch();
    }
    long before = recorder.lastReading();
    for (int i = 0; i < BATCHES; i++) {
      batch();
      long after = recorder.lastReading();
      batches[i] = after - before;
      before = after;
    }
    return (double) median() / CALLS;
  }

  private void batch() {
    for (int i = 0; i < TREES; i++) {
      int entered = enter();
      exit(enter());
      exit(enter());
      exit(entered);
    }
  }

  private long median() {
    for (int i = 1; i < BATCHES; i++) {
      long batch = batches[i];
      int place = i;
      while (place > 0 && batches[place - 1] > batch) {
        batches[place] = batches[place - 1];
        place--;
      }
      batches[place] = batch;
    }
    return batches[BATCHES / 2];
  }

  @DontInline
  private int enter() {
    return recorder.enter(METHOD, Kind.C2_STATIC);
  }

  @DontInline
  private void exit(int entered) {
    recorder.exit(Reading.now(), entered, Kind.C2_STATIC);
  }
}
