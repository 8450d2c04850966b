package dev.tare.counters;

/**
 * Tries an event on the calling thread before it is trusted. That it could be opened proves
 * nothing: emulated and virtual processors open events that stay at zero for ever.
 */
final class EventTrial {
  // Offsets in struct perf_event_mmap_page.
  private static final int LOCK = 8;
  private static final int INDEX = 12;

  private static final int SWITCHES = 3;

  private final LibC libC;

  EventTrial(LibC libC) {
    this.libC = libC;
  }

  /** Whether it is read in user space, once it has counted some work, alone and all the time. */
  boolean demandThatItCounts(Event event) throws Unavailable {
    PerfEvent perfEvent = new PerfEvent(libC, event);
    try {
      PerfEvent.Opened opened = perfEvent.openForReading(PerfEvent.THIS_THREAD);
      try {
        long before = perfEvent.read(opened.descriptor()).count();
        Workout.run();
        PerfEvent.Count after = perfEvent.read(opened.descriptor());
        if (after.count() == before) {
          throw new Unavailable("it opens, but counted nothing of some work", "another event");
        }
        if (!after.isWhole()) {
          throw new Unavailable(
              "it took turns with other events during its trial", "end the other measurement");
        }
        return opened.page() != 0 && LibC.intAt(opened.page() + INDEX) != 0;
      } finally {
        perfEvent.close(opened);
      }
    } catch (Refusal refusal) {
      if (refusal.errno() == Errno.ENOENT && hasCounters()) {
        throw new Unavailable(
            "this processor has no such event (" + refusal.getMessage() + ")", "another event");
      }
      throw new Unavailable(refusal);
    }
  }

  /** Every processor that counts anything counts instructions. */
  private boolean hasCounters() {
    PerfEvent instructions = new PerfEvent(libC, Event.hardware("instructions"));
    try {
      instructions.close(instructions.openForReading(PerfEvent.THIS_THREAD));
      return true;
    } catch (Refusal refusal) {
      return false;
    }
  }

  /** Demands that the lock of a mapped software event moves whenever this thread was away. */
  void demandThatSwitchesShow() throws Unavailable {
    PerfEvent perfEvent = new PerfEvent(libC, Event.taskClock());
    try {
      PerfEvent.Opened opened = perfEvent.openForPage(PerfEvent.THIS_THREAD);
      try {
        for (int i = 0; i < SWITCHES; i++) {
          int before = LibC.intAt(opened.page() + LOCK);
          sleep();
          if (LibC.intAt(opened.page() + LOCK) == before) {
            throw new Unavailable("its page does not show switches", "another kernel");
          }
        }
      } finally {
        perfEvent.close(opened);
      }
    } catch (Refusal refusal) {
      throw new Unavailable(refusal);
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
