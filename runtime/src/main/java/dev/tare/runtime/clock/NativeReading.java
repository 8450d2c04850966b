package dev.tare.runtime.clock;

/**
 * Readings that need native code, and the counter service, by which the agent's thread opens what
 * they read.
 *
 * <p>All natives are of Linux on x86-64 and aarch64. Each reading is of the calling thread, or, in
 * a virtual thread, of its carrier; only differences mean anything. None throws, none allocates on
 * the Java heap, and none blocks, but the first of a thread by {@link #event} and {@link
 * #cpuByPage}: it waits, ten seconds at most, until the agent's thread has opened its counter.
 *
 * <p>The library is bound to the loader of this class, the boot loader: {@link #load} must run
 * before any other method.
 */
public final class NativeReading {
  private NativeReading() {}

  /**
   * Loads the library of natives.
   *
   * @param path its absolute path
   * @throws UnsatisfiedLinkError where the C library or the processor is another
   */
  @SuppressWarnings("restricted") // JDK 24 and later warn: the agent needs its library (JEP 472).
  public static void load(String path) {
    System.load(path);
  }

  /** The time-stamp counter, in its own ticks, not read ahead of earlier work. */
  public static native long timeStamp();

  /**
   * Says how long a tick of the time-stamp counter is; once, before {@link #cpuByPage} or {@link
   * #cpuBySequence} is read.
   *
   * @param nanosPerTick nanoseconds times 2^32
   */
  public static native void scaleTimeStamp(long nanosPerTick);

  /** The thread's CPU nanoseconds, by {@code clock_gettime(CLOCK_THREAD_CPUTIME_ID)}. */
  public static native long cpuBySystemCall();

  /**
   * The same, by the time-stamp counter for as long as the thread's mapped software event says that
   * the thread was not switched out. A thread that has none gets {@link #cpuBySystemCall}.
   */
  public static native long cpuByPage();

  /**
   * The same, for as long as the thread's restartable sequence, see rseq(2), says that it was not
   * switched out.
   */
  public static native long cpuBySequence();

  /**
   * Says where a thread's {@code struct rseq} is; once, before the first {@link #cpuBySequence}.
   *
   * @param offset bytes from the thread pointer: glibc's {@code __rseq_offset}
   */
  public static native void sequenceAt(long offset);

  /**
   * What the thread's perf event has counted, never scaled. A thread that has none reads 0; one
   * whose event can no longer be read reads the last value that it could.
   */
  public static native long event();

  /** Page faults, minor and major, by {@code getrusage(RUSAGE_THREAD)}. */
  public static native long pageFaults();

  /** Context switches, voluntary and not, by {@code getrusage(RUSAGE_THREAD)}. */
  public static native long contextSwitches();

  /**
   * Nanoseconds that the thread has waited for a processor since it began, by {@code schedstat},
   * see the kernel's Documentation/scheduler/sched-stats.rst; negative where it cannot be read.
   * Some system calls: not for every probe.
   */
  public static native long runDelay();

  /**
   * Opens the software event that {@link #cpuByPage} needs, for a thread of this process, and maps
   * its page, which alone keeps it open.
   *
   * @param thread as the kernel counts threads; 0: the calling one
   * @return the page's address, or, negative, 4096 times the number of the call that failed (0
   *     perf_event_open, 1 mmap, 2 ioctl) and its errno
   */
  public static native long openTaskClock(int thread);

  /** Gives back what {@link #openTaskClock} returned. */
  public static native void closeTaskClock(long page);

  /** The sequence lock of that page, which moves whenever the thread is switched. */
  public static native int switches(long page);

  // The counter service. One thread calls these.

  /**
   * The calling thread never gets a counter: it is the service's own, and would wait for itself.
   * Before its first reading.
   */
  public static native void excludeThread();

  /**
   * From here on a thread waits at its first reading, until it is served or out of patience.
   * Threads that read before go without a counter for good.
   */
  public static native void startService();

  /**
   * Threads that wait go without a counter, at once, and so do all that come later: the service has
   * ended. By the service's own thread.
   */
  public static native void stopService();

  /**
   * Waits for a thread that wants a counter.
   *
   * @return the counter's address, or 0 when none came in time, one is to be closed first, or
   *     somebody calls {@link #wakeService}
   */
  public static native long nextToOpen(long timeoutNanos);

  /** Ends that wait. Any thread may call it. */
  public static native void wakeService();

  /**
   * Gives a thread its counter, and lets it go on.
   *
   * @param page address of the event's mapped page, 0 for none
   * @param descriptor of the event, -1 for none
   * @return 0, or, where the thread has given up waiting, a negative errno: then both stay the
   *     caller's, and the counter's address means nothing any more
   */
  public static native int open(long counter, long page, int descriptor);

  /** The counter of a thread that has ended, or 0 where there is none. */
  public static native long nextToClose();

  /** The thread id, as the kernel counts threads, of whoever wants or had the counter. */
  public static native int thread(long counter);

  /** What {@link #open} gave. */
  public static native long page(long counter);

  /** What {@link #open} gave. */
  public static native int descriptor(long counter);

  /** Gives back the memory of a counter that {@link #nextToClose} returned. */
  public static native void free(long counter);
}
