package dev.tare.runtime;

/** What woven code calls first where it catches something, in every mode. */
public final class CatchProbe {
  private CatchProbe() {}

  /**
   * Opens the catching call's own node again, where calls below were left without an exit.
   *
   * @param parent what the call's entry returned
   * @param methodId the call's method
   */
  public static void caught(int parent, int methodId) {
    ThreadRecorder recorder = Recorders.current();
    recorder.unwindTo(recorder.childOf(parent, methodId));
  }
}
