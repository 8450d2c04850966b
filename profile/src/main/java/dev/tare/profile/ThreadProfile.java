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
 * @param threads how many threads it stands for, as far as they were there in the profile's window;
 *     0: not known
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
    @Nullable CpuSamples cpuSamples,
    long threads)
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

  /** A thread whose sums are those of its tree, and which is one. */
  public ThreadProfile(
      long id,
      String name,
      boolean virtual,
      boolean alive,
      long events,
      Interruptions interruptions,
      CallTree tree,
      @Nullable CpuSamples cpuSamples) {
    this(
        id,
        name,
        virtual,
        alive,
        events,
        interruptions,
        ThreadSums.of(tree),
        tree,
        cpuSamples,
        threadsUnlessToldOf(virtual));
  }

  /** How many threads it stands for where nothing says so: virtual ones are added up. */
  public static long threadsUnlessToldOf(boolean virtual) {
    return virtual ? 0 : 1;
  }

  /** The same thread with this call tree. */
  public ThreadProfile withTree(CallTree other) {
    return with(other, cpuSamples);
  }

  /** The same thread with this call tree and these samples. */
  public ThreadProfile with(CallTree other, @Nullable CpuSamples samples) {
    return with(ThreadSums.of(other), other, samples);
  }

  /** The same without the time that it waited. */
  public ThreadProfile working() {
    return with(sums.working(), tree.working(), cpuSamples);
  }

  private ThreadProfile with(ThreadSums ofTree, CallTree other, @Nullable CpuSamples samples) {
    return new ThreadProfile(
        id, name, virtual, alive, events, interruptions, ofTree, other, samples, threads);
  }

  @Override
  public TreeNodes nodes() {
    return tree.nodes();
  }
}
