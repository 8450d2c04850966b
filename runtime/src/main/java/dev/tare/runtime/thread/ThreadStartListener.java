package dev.tare.runtime.thread;

/** Tells the agent of threads that come to their first probe, where it asks for it. */
public final class ThreadStartListener {
  /** Who is told. */
  public interface Listener {
    /**
     * Called once for each thread, by itself in its first probe; for a carrier, by the first
     * virtual thread on it that comes to a probe.
     *
     * @param isOnCarrier whether it is a virtual thread on a carrier, which is told of by itself
     */
    void begun(ThreadRecorder recorder, boolean isOnCarrier);
  }

  /** Its elements never change. */
  private static volatile Listener[] listeners = {};

  private ThreadStartListener() {}

  /** Tells this listener, too, from now on. */
  public static synchronized void tell(Listener told) {
    Listener[] more = new Listener[listeners.length + 1];
    System.arraycopy(listeners, 0, more, 0, listeners.length);
    more[listeners.length] = told;
    listeners = more;
  }

  static void begun(ThreadRecorder recorder, boolean isOnCarrier) {
    for (Listener told : listeners) {
      told.begun(recorder, isOnCarrier);
    }
  }
}
