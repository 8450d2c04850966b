package dev.tare.profile;

import org.jspecify.annotations.Nullable;

/**
 * What one thread did, to be written: as {@link ThreadProfile}, but its calls need not be in memory
 * as a {@link CallTree}.
 */
public interface ThreadParts {

  long id();

  String name();

  boolean virtual();

  boolean alive();

  long events();

  Interruptions interruptions();

  /** Its calls, from the root on, at each time that they are asked for. */
  TreeNodes nodes();

  @Nullable CpuSamples cpuSamples();

  /** How many threads it stands for; 0 where that is not known. */
  long threads();
}
