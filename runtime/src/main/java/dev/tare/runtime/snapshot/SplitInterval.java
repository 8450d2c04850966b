package dev.tare.runtime.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * The interval that a {@link SnapshotPoint} falls into, noted by its own thread; immutable, so that
 * others find it whole.
 */
public final class SplitInterval {
  public final SnapshotPoint point;

  /** The reading at which it began. */
  public final long since;

  /** The node that it is charged to. */
  public final int node;

  /** That node's self and overhead before. */
  public final long rawBefore;

  /** The one of an earlier snapshot point, whose window may not be read yet; its own is null. */
  public final @Nullable SplitInterval before;

  public SplitInterval(
      SnapshotPoint point, long since, int node, long rawBefore, @Nullable SplitInterval before) {
    this.point = point;
    this.since = since;
    this.node = node;
    this.rawBefore = rawBefore;
    this.before = before;
  }
}
