package dev.tare.counters;

/**
 * Tries an event on the calling thread before it is trusted. That it could be opened proves
 * nothing: emulated and virtual processors open events that stay at zero for ever.
 */
final class CounterSelfTest {
  /** Offset in struct perf_event_mmap_page. */
  private static final int INDEX = 12;

  private final LibC libC;

  CounterSelfTest(LibC libC) {
    this.libC = libC;
  }

  /** Whether it is read in user space, once it has counted some work, alone and all the time. */
  boolean demandThatItCounts(Event event) throws MetricUnavailableException {
    PerfEvent perfEvent = new PerfEvent(libC, event);
    try {
      PerfEvent.Opened opened = perfEvent.open(PerfEvent.THIS_THREAD);
      try {
        long before = perfEvent.read(opened.descriptor()).count();
        SelfTestWorkload.run();
        PerfEvent.Count after = perfEvent.read(opened.descriptor());
        if (after.count() == before) {
          throw new MetricUnavailableException(
              "it opens, but counted nothing of some work", "another event");
        }
        if (!after.isWhole()) {
          throw new MetricUnavailableException(
              "it took turns with other events during its trial", "end the other measurement");
        }
        return opened.page() != 0 && LibC.intAt(opened.page() + INDEX) != 0;
      } finally {
        perfEvent.close(opened);
      }
    } catch (PerfEventException refusal) {
      if (refusal.errno() == Errno.ENOENT && hasCounters()) {
        throw new MetricUnavailableException(
            "this processor has no such event (" + refusal.getMessage() + ")", "another event");
      }
      throw new MetricUnavailableException(refusal);
    }
  }

  /** Every processor that counts anything counts instructions. */
  private boolean hasCounters() {
    PerfEvent instructions = new PerfEvent(libC, Event.hardware("instructions"));
    try {
      instructions.close(instructions.open(PerfEvent.THIS_THREAD));
      return true;
    } catch (PerfEventException refusal) {
      return false;
    }
  }
}
