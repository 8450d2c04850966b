package dev.tare.runtime.thread;

import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.snapshot.SnapshotPoint;

/**
 * Tells all threads that recording pauses or goes on, or that a window ends: each thread's next
 * probe takes the slow path, and learns of it there.
 */
public final class RecordingControl {
  private RecordingControl() {}

  /** Records nothing from now on, unless that holds already. */
  public static synchronized void pause() {
    if (RecordingPauses.begin()) {
      Recorders.forgetAll();
    }
  }

  /** Records again, unless that holds already. */
  public static synchronized void resume() {
    if (RecordingPauses.end()) {
      Recorders.forgetAll();
    }
  }

  /** Ends a window now, and begins the next. With {@link EndedThreadMerger#LOCK}. */
  public static SnapshotPoint endWindow() {
    SnapshotPoint point = SnapshotPoint.now();
    if (SnapshotPoint.last() == point) {
      Recorders.forgetAll();
    }
    return point;
  }
}
