package dev.tare.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The moment at which one window ends and the next begins, in the middle of every thread's running
 * interval: what of it lies before belongs to the first window, also where the interval ends before
 * the thread's tree has been copied, and where it is charged to another node in the end.
 *
 * <p>No fast path asks for it. The table in which threads find their recorders is emptied ({@link
 * Recorders#forgetAll}), and each thread's next probes take the slow path, until one finds that all
 * before the cut has been charged. Those before it say which interval the cut falls into ({@link
 * ThreadRecorder#noteCut}). A probe that was under way can so charge one interval unseen; it ends,
 * or the next one begins, before the cut or behind it.
 */
public final class WindowCut {
  private static volatile @Nullable WindowCut last;

  /** The cut itself; of a clock alone. */
  final long reading;

  private WindowCut(long reading) {
    this.reading = reading;
  }

  /** Cuts now. With {@link EndedThreads#LOCK}. */
  public static WindowCut now() {
    WindowCut cut = new WindowCut(Reading.now());
    if (!Reading.IS_OF_THE_THREAD) {
      last = cut;
      Recorders.forgetAll();
    }
    return cut;
  }

  /** Null before the first. */
  static @Nullable WindowCut last() {
    return last;
  }
}
