package dev.tare.counters;

/** How a thread's event is opened, for its readings; for one thread's use. */
interface EventOpener {
  /** Opens and enables it for a thread of this process, as the kernel counts threads. */
  PerfEvent.Opened open(int thread) throws PerfEventException;

  /** Gives it back. */
  void close(PerfEvent.Opened opened);

  /** What was counted, where it has a descriptor. */
  PerfEvent.Count read(int descriptor) throws PerfEventException;
}
