package dev.tare.runtime.snapshot;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import org.jspecify.annotations.Nullable;

/**
 * The moment at which one window ends and the next begins, in the middle of every thread's running
 * interval: what of it lies before belongs to the first window, also where the interval ends before
 * the thread's tree has been copied, and where it is charged to another node in the end.
 *
 * <p>Fast paths do not check it. Whoever makes one empties the table in which threads find their
 * recorders, and each thread's next probes take the slow path, until one finds that all before the
 * point has been charged. Those before it say which interval contains the point ({@link
 * SnapshotSource#noteSnapshotPoint}). A probe that was under way can so charge one interval unseen;
 * it ends, or the next one begins, before the point or behind it.
 */
public final class SnapshotPoint {
  private static volatile @Nullable SnapshotPoint last;

  /** The metric at that moment; for clocks only. */
  public final long reading;

  /** How many pauses of recording had begun by then. */
  public final int pauses;

  private SnapshotPoint(int pauses, long reading) {
    this.pauses = pauses;
    this.reading = reading;
  }

  /**
   * A point at this moment. For a clock, it is the {@link #last} from here on, and the caller has
   * to tell the threads.
   */
  public static SnapshotPoint now() {
    SnapshotPoint point = new SnapshotPoint(RecordingPauses.current().begun, Reading.now());
    if (!Reading.IS_OF_THE_THREAD) {
      last = point;
    }
    return point;
  }

  /** The last point; null before the first. */
  public static @Nullable SnapshotPoint last() {
    return last;
  }
}
