package dev.tare.runtime.thread;

import org.jspecify.annotations.Nullable;

/** Asks the agent, if it wants, what a thread that comes to its first probe belongs to. */
public final class ThreadOrigin {
  /** Who is asked. */
  public interface Teller {
    /** What the current thread belongs to; called by each thread itself in its first probe. */
    @Nullable Object origin();
  }

  private static volatile @Nullable Teller teller;

  private ThreadOrigin() {}

  /** Asks this one of all threads that come from now on. */
  public static void ask(Teller asked) {
    teller = asked;
  }

  static @Nullable Object ofCurrentThread() {
    Teller asked = teller;
    return asked == null ? null : asked.origin();
  }
}
