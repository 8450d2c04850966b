package dev.tare.profile;

/**
 * What the nodes of one thread's call tree add up to.
 *
 * @param calls of all methods
 * @param self the metric in methods and outside them, overhead subtracted, in the metric's unit
 * @param overhead what was subtracted
 * @param outside how much of {@code self} is outside every instrumented method
 * @param outsideOverhead how much of {@code overhead} is
 * @param waiting how much of {@code self} the thread waited
 * @param outsideWaiting how much of {@code outside} it did
 */
public record ThreadSums(
    long calls,
    long self,
    long overhead,
    long outside,
    long outsideOverhead,
    long waiting,
    long outsideWaiting) {

  /** The sums over a tree. */
  public static ThreadSums of(CallTree tree) {
    long calls = 0;
    for (int node = 1; node < tree.size(); node++) {
      calls += tree.calls(node);
    }
    return new ThreadSums(
        calls,
        tree.selfSum(),
        tree.overheadSum(),
        tree.self(0),
        tree.overhead(0),
        tree.waitingSum(),
        tree.waiting(0));
  }

  /** The same without the time that the thread waited. */
  public ThreadSums working() {
    return new ThreadSums(
        calls,
        self - waiting,
        overhead,
        outside - outsideWaiting,
        outsideOverhead,
        waiting,
        outsideWaiting);
  }
}
