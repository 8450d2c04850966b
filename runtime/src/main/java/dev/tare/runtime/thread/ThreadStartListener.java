package dev.tare.runtime.thread;

import org.jspecify.annotations.Nullable;

/** Tells the agent of threads that come to their first probe, where it asks for it. */
public final class ThreadStartListener {
  /** Who is told. */
  public interface Listener {
    /**
     * Called once for each thread that is no virtual one, in its first probe and by itself; for a
     * carrier, by the virtual thread that is on it at its first.
     */
    void begun(ThreadRecorder recorder);
  }

  private static volatile @Nullable Listener listener;

  private ThreadStartListener() {}

  /** Tells this listener from now on. */
  public static void tell(Listener told) {
    listener = told;
  }

  static void begun(ThreadRecorder recorder) {
    Listener told = listener;
    if (told != null) {
      told.begun(recorder);
    }
  }
}
