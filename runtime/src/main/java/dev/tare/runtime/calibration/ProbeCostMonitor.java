package dev.tare.runtime.calibration;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.config.CategoryScheme;
import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.tree.CallNode;
import jdk.internal.vm.annotation.DontInline;

/**
 * The probe cost: how long an entry and an exit take at present. On a shared machine it changes by
 * a third from one second to the next, and differently on each processor. So each thread that
 * records takes samples. It subtracts the overhead that the calibration run found, times the ratio
 * of its sample to the one in the calibration run.
 *
 * <p>A sample makes calls of a recorder of its own, which no snapshot sees. One sample is taken at
 * a time: threads that come meanwhile do without.
 */
public final class ProbeCostMonitor {
  /** No use where the metric counts the same work always the same. */
  public static final boolean WANTED =
      Settings.calibrated()
          && Settings.readingSource() != ReadingSource.EVENT
          && Settings.categories() == CategoryScheme.FULL;

  /** What a thread uses between two samples, in the metric's unit: 10 ms where that is time. */
  public static final long BETWEEN_SAMPLES = 10_000_000;

  /**
   * The fastest counts: an interrupt spoils one, and the first ones have to bring back what caches
   * and predictors have lost since the last sample.
   */
  private static final int BATCHES = 9;

  /** No method of the application has this number, which nobody counts without a reading. */
  private static final int METHOD = 1 << 30;

  private static final ProbeCostMonitor MONITOR = new ProbeCostMonitor();

  private static final long TAKEN =
      UnsafeAccess.UNSAFE.objectFieldOffset(ProbeCostMonitor.class, "taken");

  final IntervalAccounting recorder = IntervalAccounting.ofProbeCost();
  private volatile int taken;

  ProbeCostMonitor() {}

  /**
   * The cost of an entry and an exit together, in the metric's unit; NaN while another thread takes
   * a sample, and where that is nothing that calibration knows.
   */
  @DontInline
  public static double sample() {
    return WANTED ? MONITOR.alone(true) : Double.NaN;
  }

  /**
   * The cost of an entry and an exit on this thread, in nanoseconds of the clock, whatever the
   * metric; NaN while another thread takes a sample.
   */
  @DontInline
  public static double nanos() {
    return MONITOR.alone(false);
  }

  private double alone(boolean inMetric) {
    if (taken != 0 || !UnsafeAccess.UNSAFE.compareAndSetInt(this, TAKEN, 0, 1)) {
      return Double.NaN;
    }
    try {
      long from = System.nanoTime();
      double ofCall = ofCall();
      long nanos = System.nanoTime() - from;
      return inMetric ? ofCall : (double) nanos / (BATCHES * BATCHES);
    } finally {
      taken = 0;
    }
  }

  /** Of a batch, from the last reading of the one before to its own last, as intervals are. */
  double ofCall() {
    recorder.open = CallNode.ROOT;
    recorder.restartClock(); // The last sample was another thread's: so may its clock be.
    long least = Long.MAX_VALUE;
    for (int i = 0; i < BATCHES; i++) {
      long before = recorder.lastReading();
      batch();
      least = Math.min(least, recorder.lastReading() - before);
    }
    return (double) least / BATCHES;
  }

  /** As many calls as there are batches, in threes: a call that makes two. */
  private void batch() {
    for (int i = 0; i < BATCHES; i += 3) {
      int entered = enter();
      exit(enter());
      exit(enter());
      exit(entered);
    }
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
