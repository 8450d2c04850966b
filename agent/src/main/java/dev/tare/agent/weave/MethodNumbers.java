package dev.tare.agent.weave;

/** The number of a method in this run, and the numbers of the methods that it calls. */
final class MethodNumbers {
  /** Stands for the number of a method that has probes, or is none of ours. */
  static final int NONE = -1;

  private final int own;
  private final int[] called;

  /**
   * Those of a method.
   *
   * @param called by the index of its calls; {@link #NONE} where nothing is done about them
   */
  MethodNumbers(int own, int[] called) {
    this.own = own;
    this.called = called.clone();
  }

  int own() {
    return own;
  }

  int called(int calls) {
    return called[calls];
  }
}
