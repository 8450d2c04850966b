package dev.tare.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The interval that a {@link WindowCut} falls into, noted by its own thread; immutable, so that
 * others find it whole.
 */
final class CutInterval {
  final WindowCut cut;

  /** The reading at which it began. */
  final long since;

  /** The node that it is charged to. */
  final int node;

  /** That node's self and overhead before. */
  final long rawBefore;

  /** Of an earlier cut, whose window's end may not have been told yet; that has none. */
  final @Nullable CutInterval before;

  CutInterval(WindowCut cut, long since, int node, long rawBefore, @Nullable CutInterval before) {
    this.cut = cut;
    this.since = since;
    this.node = node;
    this.rawBefore = rawBefore;
    this.before = before;
  }
}
