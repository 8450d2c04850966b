package dev.tare.profile;

import org.jspecify.annotations.Nullable;

/**
 * What one thread did.
 *
 * @param id its {@link Thread#getId()}
 * @param name its name when it was last seen
 * @param virtual whether it is a virtual thread
 * @param alive whether it was alive when the profile was written
 * @param events entries and exits that it recorded
 * @param interruptions for how long it was kept from running
 * @param sums what the nodes of its tree add up to
 * @param tree its calls; {@link CallTree#UNREAD} where a reader was asked for sums alone
 * @param cpuSamples its CPU-time samples, where they were asked for
 */
public record ThreadProfile(
    long id,
    String name,
    boolean virtual,
    boolean alive,
    long events,
    Interruptions interruptions,
    ThreadSums sums,
    CallTree tree,
    @Nullable CpuSamples cpuSamples)
    implements ThreadParts {

  /** A thread that nothing is known to have kept from running. */
  public ThreadProfile(
      long id,
      String name,
      boolean virtual,
      boolean alive,
      long events,
      CallTree tree,
      @Nullable CpuSamples cpuSamples) {
    this(id, name, virtual, alive, events, Interruptions.NONE, tree, cpuSamples);
  }

  /** A thread whose sums are those of its tree. */
  public ThreadProfile(
      long id,
      String name,
      boolean virtual,
      boolean alive,
      long events,
      Interruptions interruptions,
      CallTree tree,
      @Nullable CpuSamples cpuSamples) {
    this(id, name, virtual, alive, events, interruptions, ThreadSums.of(tree), tree, cpuSamples);
  }

  /** The same thread with this call tree. */
  public ThreadProfile withTree(CallTree other) {
    return new ThreadProfile(id, name, virtual, alive, events, interruptions, other, cpuSamples);
  }

  /** The same without the time that it waited. */
  public ThreadProfile working() {
    return new ThreadProfile(
        id,
        name,
        virtual,
        alive,
        events,
        interruptions,
        sums.working(),
        tree.working(),
        cpuSamples);
  }

  @Override
  public TreeNodes nodes() {
    return tree.nodes();
  }
}
