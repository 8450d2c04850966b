package dev.tare.counters;

import dev.tare.runtime.clock.NativeReading;
import dev.tare.runtime.thread.ProfilerThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The counter service: a thread of the agent that opens a counter for each thread of the
 * application at that thread's first reading, and closes those of threads that have ended.
 *
 * <p>It never takes the application's last descriptors: some are always left free. Where it fails
 * for one thread, for want of memory as a rule, that thread goes on without a counter at once;
 * where it ends, all do.
 */
public final class CounterService {
  private static final long MAX_WAIT_NANOS = 1_000_000_000;
  private static final long PAUSE_NANOS = 10_000_000;
  private static final long STOP_MILLIS = 10;
  private static final long MIN_LEFT = 64;
  private static final String WITHOUT = "a thread goes without a counter: ";
  private static final PerfEvent.Opened NOTHING = new PerfEvent.Opened(-1, 0);

  private final EventOpener event;
  private final long lastDescriptor;
  private final Consumer<String> warnings;
  private final Map<Long, PerfEvent.Opened> open = new HashMap<>();
  private final Map<String, Integer> refusals = new HashMap<>();
  private volatile @Nullable Thread thread;
  private volatile boolean stopped;
  private int failures;
  private @Nullable Throwable failure;
  private boolean failureSaid;

  /** The counter of a thread that has ended, not given back yet; 0: none. */
  private long leaving;

  private int notMapped;
  private int multiplexed;
  private int lost;

  /**
   * @param event used by the service's own thread alone
   * @param warnings told, once for each reason, what is wrong with a thread's counter
   */
  CounterService(EventOpener event, Consumer<String> warnings) {
    this.event = event;
    this.warnings = warnings;
    long limit = descriptorLimit();
    lastDescriptor = limit - Math.max(MIN_LEFT, limit / 8);
  }

  /**
   * Starts the service; from here on threads get their counters at their first reading.
   *
   * @param first what the service's own thread does before anything else, {@code
   *     ProfilerSection::begin} in an agent
   */
  public void start(Runnable first) {
    Thread service = ProfilerThreads.daemon("tare-counters", () -> serve(first));
    NativeReading.startService();
    service.start();
    thread = service;
  }

  private void serve(Runnable first) {
    NativeReading.excludeThread();
    try {
      first.run();
      while (!stopped) {
        serveNext();
      }
      NativeReading.stopService();
    } catch (RuntimeException | Error e) {
      NativeReading.stopService();
      warnings.accept(WITHOUT + "nobody can open it any more: " + e);
    }
  }

  /**
   * Serves the next thread, come what may: an application out of memory leaves none for the service
   * either, and a thread that waits must not wait in vain.
   */
  private void serveNext() {
    long counter = NativeReading.nextToOpen(MAX_WAIT_NANOS);
    try {
      if (counter != 0) {
        serve(counter);
      }
      sweep();
      sayWhatFailed();
    } catch (RuntimeException | Error e) {
      failed(e);
      pause();
    }
  }

  /** What failed is still to be done, and would be tried again at once. */
  private void pause() {
    try {
      LockSupport.parkNanos(PAUSE_NANOS);
    } catch (OutOfMemoryError e) {
      failed(e);
    }
  }

  private void failed(Throwable e) {
    if (failure == null) {
      failure = e;
    }
  }

  /** Once; and not before there is memory for it. */
  private void sayWhatFailed() {
    Throwable unsaid = failure;
    if (unsaid != null && failures > 0 && !failureSaid) {
      warnings.accept(WITHOUT + "it could not be opened: " + unsaid);
      failureSaid = true;
    }
  }

  /**
   * Ends the service soon; threads that come later go without a counter. HotSpot's end waits 300 ms
   * for threads that are in native code, as the service's is while it waits
   * (VM_Exit::wait_for_threads_in_native_to_block).
   */
  public void end() {
    stopped = true;
    NativeReading.wakeService();
  }

  /** Returns when the service has ended; counters that are open stay so. */
  void stop() {
    stopped = true;
    Thread stopping = thread;
    boolean interrupted = false;
    while (stopping != null && stopping.isAlive()) {
      NativeReading.wakeService();
      try {
        stopping.join(STOP_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void serve(long counter) {
    PerfEvent.Opened opened = NOTHING;
    try {
      opened = tryToOpen(NativeReading.thread(counter));
      if (!opened.equals(NOTHING)) {
        open.put(counter, opened);
      }
    } catch (RuntimeException | Error e) {
      failures += opened.equals(NOTHING) ? 1 : 0;
      failed(e);
    }
    int result = NativeReading.open(counter, opened.page(), opened.descriptor());
    if (result != 0 && !opened.equals(NOTHING)) {
      event.close(opened);
      open.remove(counter);
      refuse("a thread waited too long for its counter");
    } else if (opened.mapError() != 0 && notMapped++ == 0) {
      sayNotMapped(new PerfEventException("mmap", opened.mapError()));
    }
  }

  private PerfEvent.Opened tryToOpen(int thread) {
    try {
      PerfEvent.Opened opened = event.open(thread);
      if (opened.descriptor() > lastDescriptor) {
        event.close(opened);
        throw new PerfEventException("perf_event_open", Errno.EMFILE.number());
      }
      return opened;
    } catch (PerfEventException refusal) {
      if (refusal.errno() != Errno.ESRCH) {
        refuse(textOf(refusal));
      }
      return NOTHING;
    }
  }

  private void refuse(String reason) {
    if (!refusals.containsKey(reason)) {
      warnings.accept(WITHOUT + reason);
    }
    refusals.merge(reason, 1, Integer::sum);
  }

  /** The counter counts; a reading of it takes longer than one of a mapped page. */
  private void sayNotMapped(PerfEventException refusal) {
    warnings.accept("a thread's counter is read by a system call: " + textOf(refusal));
  }

  private static String textOf(PerfEventException refusal) {
    return refusal.getMessage() + ": " + refusal.meaning() + "; would help: " + refusal.help();
  }

  private synchronized void sweep() {
    leaving = leaving == 0 ? NativeReading.nextToClose() : leaving;
    while (leaving != 0) {
      // As the thread had it: where memory was short it may be missing among those that are open.
      PerfEvent.Opened opened =
          new PerfEvent.Opened(NativeReading.descriptor(leaving), NativeReading.page(leaving));
      Health health = healthOf(opened);
      open.remove(leaving);
      event.close(opened);
      multiplexed += health == Health.MULTIPLEXED ? 1 : 0;
      lost += health == Health.LOST ? 1 : 0;
      NativeReading.free(leaving);
      leaving = NativeReading.nextToClose();
    }
  }

  private enum Health {
    WHOLE,
    MULTIPLEXED,
    LOST
  }

  private Health healthOf(PerfEvent.Opened opened) {
    if (opened.descriptor() < 0) {
      return Health.WHOLE;
    }
    try {
      return event.read(opened.descriptor()).isWhole() ? Health.WHOLE : Health.MULTIPLEXED;
    } catch (PerfEventException refusal) {
      return Health.LOST;
    }
  }

  /**
   * What was wrong with the counts so far, for people to read; empty if nothing was. Counts that
   * took turns on the processor with others are reported here, and scaled nowhere.
   */
  public synchronized Optional<String> flaws() {
    int multiplexedNow = multiplexed;
    int lostNow = lost;
    for (PerfEvent.Opened opened : open.values()) {
      Health health = healthOf(opened);
      multiplexedNow += health == Health.MULTIPLEXED ? 1 : 0;
      lostNow += health == Health.LOST ? 1 : 0;
    }
    int without = failures + refusals.values().stream().mapToInt(Integer::intValue).sum();
    StringBuilder flaws = new StringBuilder();
    add(flaws, multiplexedNow, "counted for a part of the time only, in turns with other events");
    add(flaws, lostNow, "lost its counter to somebody else's event");
    add(flaws, without, "had no counter");
    add(flaws, notMapped, "had a counter that is read by a system call");
    return flaws.length() == 0 ? Optional.empty() : Optional.of(flaws.toString());
  }

  private static void add(StringBuilder flaws, int threads, String flaw) {
    if (threads > 0) {
      flaws.append(flaws.length() == 0 ? "" : ", ").append(threads);
      flaws.append(threads == 1 ? " thread " : " threads ").append(flaw);
    }
  }

  /** How many counters are open now. */
  public synchronized int openCount() {
    return open.size();
  }

  /** The soft limit that open(2) and its like keep to. */
  private static long descriptorLimit() {
    try {
      return Files.readString(Path.of("/proc/self/limits"), StandardCharsets.ISO_8859_1)
          .lines()
          .filter(line -> line.startsWith("Max open files"))
          .map(line -> line.substring("Max open files".length()).strip().split(" ", 2)[0])
          .filter(limit -> !limit.equals("unlimited"))
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElse(Integer.MAX_VALUE);
    } catch (IOException e) {
      return Integer.MAX_VALUE; // Then the kernel's own refusal is the limit.
    }
  }
}
