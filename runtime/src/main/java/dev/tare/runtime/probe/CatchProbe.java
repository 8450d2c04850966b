package dev.tare.runtime.probe;

import dev.tare.runtime.thread.Recorders;

/** What woven code calls first where it catches something, in every mode. */
public final class CatchProbe {
  private CatchProbe() {}

  /**
   * Opens the catching call's own node again, where calls below were left without an exit.
   *
   * @param entered what the call's entry returned
   * @param methodId the call's method
   */
  public static void caught(int entered, int methodId) {
    Recorders.current().reopenCatching(entered, methodId);
  }
}
