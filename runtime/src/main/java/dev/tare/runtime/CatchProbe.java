package dev.tare.runtime;

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
    ThreadRecorder recorder = Recorders.current();
    recorder.openKind = Kind.OTHER; // that of the catching activation is known again at its exit
    recorder.half = Category.FIRST_HALF;
    recorder.unwindTo(recorder.childOf(entered & ~Kind.MASK, methodId));
  }
}
