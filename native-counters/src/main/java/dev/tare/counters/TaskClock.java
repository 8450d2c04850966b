package dev.tare.counters;

import dev.tare.runtime.clock.NativeReading;

/**
 * Opens the task clock for the sake of its mapped page, by the library of readings alone: the
 * classes of JNR-FFI take longer to load than the rest of a start.
 */
final class TaskClock implements EventOpener {
  private static final String[] CALLS = {"perf_event_open", "mmap", "ioctl"};
  private static final int ERRORS = 4096;
  private static final int SWITCHES = 3;

  @Override
  public PerfEvent.Opened open(int thread) throws PerfEventException {
    long page = NativeReading.openTaskClock(thread);
    if (page < 0 && page > -(long) CALLS.length * ERRORS) {
      throw new PerfEventException(CALLS[(int) (-page / ERRORS)], (int) (-page % ERRORS));
    }
    return new PerfEvent.Opened(-1, page);
  }

  @Override
  public void close(PerfEvent.Opened opened) {
    if (opened.page() != 0) {
      NativeReading.closeTaskClock(opened.page());
    }
  }

  /** Never called: no descriptor is kept. */
  @Override
  public PerfEvent.Count read(int descriptor) {
    throw new IllegalStateException("the task clock is read by its page");
  }

  /** Demands that the lock of a mapped page moves whenever this thread was away. */
  void demandThatSwitchesShow() throws MetricUnavailableException {
    try {
      PerfEvent.Opened opened = open(PerfEvent.THIS_THREAD);
      try {
        for (int i = 0; i < SWITCHES; i++) {
          int before = NativeReading.switches(opened.page());
          sleep();
          if (NativeReading.switches(opened.page()) == before) {
            throw new MetricUnavailableException(
                "its page does not show switches", "another kernel");
          }
        }
      } finally {
        close(opened);
      }
    } catch (PerfEventException refusal) {
      throw new MetricUnavailableException(refusal);
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
