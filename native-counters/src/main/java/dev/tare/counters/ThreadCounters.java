package dev.tare.counters;

import dev.tare.runtime.NativeReading;
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
 * The desk: a thread of the agent that opens a counter for each thread of the application at that
 * thread's first reading, and sweeps up those of the threads that have ended.
 *
 * <p>It never takes the application's last descriptors: some are always left free. Where it fails
 * for one thread, for want of memory as a rule, that thread goes on without a counter at once;
 * where it ends, all do.
 */
public final class ThreadCounters {
  private static final long LONGEST_WAIT_NANOS = 1_000_000_000;
  private static final long PAUSE_NANOS = 10_000_000;
  private static final long STOP_MILLIS = 10;
  private static final long FEWEST_LEFT = 64;
  private static final PerfEvent.Opened NOTHING = new PerfEvent.Opened(-1, 0);

  private final PerfEvent event;
  private final boolean pageAlone;
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

  private int multiplexed;
  private int lost;

  /**
   * @param pageAlone the mapped page is what is read, and the descriptor not needed
   * @param warnings told, once for each reason, why a thread has no counter
   */
  ThreadCounters(LibC libC, Event event, boolean pageAlone, Consumer<String> warnings) {
    this.event = new PerfEvent(libC, event);
    this.pageAlone = pageAlone;
    this.warnings = warnings;
    long limit = descriptorLimit();
    lastDescriptor = limit - Math.max(FEWEST_LEFT, limit / 8);
  }

  /**
   * Opens the desk; from here on threads get their counters at their first reading.
   *
   * @param first what the desk's own thread does before anything else, {@code AgentWork::begin} in
   *     an agent
   */
  public void start(Runnable first) {
    Thread desk = new Thread(null, () -> sit(first), "tare-counters", 0, false);
    desk.setDaemon(true);
    NativeReading.openDesk();
    desk.start();
    thread = desk;
  }

  private void sit(Runnable first) {
    NativeReading.exempt();
    try {
      first.run();
      while (!stopped) {
        serveNext();
      }
    } catch (RuntimeException | Error e) {
      NativeReading.closeDesk();
      warnings.accept("nobody can open it any more: " + e);
    }
  }

  /**
   * Serves the next thread, come what may: an application out of memory leaves none for the desk
   * either, and whoever waits there must not wait in vain.
   */
  private void serveNext() {
    long counter = NativeReading.nextToOpen(LONGEST_WAIT_NANOS);
    try {
      sweep();
    } catch (RuntimeException | Error e) {
      // What is to be swept up is still there, and would be tried again without a pause.
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    try {
      if (counter != 0) {
        serve(counter);
      }
      sayWhatFailed();
    } catch (RuntimeException | Error e) {
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
    if (unsaid != null && !failureSaid) {
      warnings.accept("it could not be opened: " + unsaid);
      failureSaid = true;
    }
  }

  /** Returns when nobody sits at the desk; counters that are open stay so. */
  void stop() {
    stopped = true;
    Thread stopping = thread;
    boolean interrupted = false;
    while (stopping != null && stopping.isAlive()) {
      NativeReading.wakeDesk();
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
    }
  }

  private PerfEvent.Opened tryToOpen(int thread) {
    try {
      PerfEvent.Opened opened =
          pageAlone ? event.openForPage(thread) : event.openForReading(thread);
      if (opened.descriptor() > lastDescriptor) {
        event.close(opened);
        throw new Refusal("perf_event_open", Errno.EMFILE.number());
      }
      return opened;
    } catch (Refusal refusal) {
      if (refusal.errno() != Errno.ESRCH) {
        refuse(refusal.getMessage() + ": " + refusal.meaning() + "; would help: " + refusal.help());
      }
      return NOTHING;
    }
  }

  private void refuse(String reason) {
    if (!refusals.containsKey(reason)) {
      warnings.accept(reason);
    }
    refusals.merge(reason, 1, Integer::sum);
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
    } catch (Refusal refusal) {
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
