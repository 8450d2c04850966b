package dev.tare.runtime.sampled;

import dev.tare.sampled.BusyWork;

/** The same work below a method of the runtime, as in a probe. */
public final class BusyProbe extends BusyWork {
  @Override
  protected void work() {
    super.work();
  }
}
