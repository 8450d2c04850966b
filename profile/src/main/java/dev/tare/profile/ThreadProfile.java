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
 * @param tree its calls
 * @param cpuSamples its CPU-time samples, where they were asked for
 */
public record ThreadProfile(
    long id,
    String name,
    boolean virtual,
    boolean alive,
    long events,
    CallTree tree,
    @Nullable CpuSamples cpuSamples)
    implements ThreadParts {

  @Override
  public TreeNodes nodes() {
    return tree.nodes();
  }
}
