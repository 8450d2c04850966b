package dev.tare.agent.samples;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds samples back that are younger than a profile which is being written. Not for several
 * threads at a time.
 */
final class HeldSamples {
  /** Samples from this moment on are held; null: none is. */
  private @Nullable Instant from;

  private final List<Runnable> held = new ArrayList<>();

  /** Holds samples from a moment on. */
  void hold(Instant from) {
    this.from = from;
  }

  /** Whether a sample that ended then is held. */
  boolean holds(Instant end) {
    return from != null && !end.isBefore(from);
  }

  /** Does what follows from a sample, once it is not held. */
  void book(Instant end, Runnable rest) {
    if (holds(end)) {
      held.add(rest);
    } else {
      rest.run();
    }
  }

  /** Holds none any more. */
  void release() {
    from = null;
    held.forEach(Runnable::run);
    held.clear();
  }
}
