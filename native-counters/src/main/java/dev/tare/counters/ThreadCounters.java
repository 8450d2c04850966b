package dev.tare.counters;

import dev.tare.runtime.NativeReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The desk: a thread of the agent that opens a counter for each thread of the application at that
 * thread's first reading, and sweeps up those of the threads that have ended.
 *
 * <p>It never takes the application's last descriptors: some are always left free.
 */
public final class ThreadCounters {
  private static final long LONGEST_WAIT_NANOS = 1_000_000_000;
  private static final long FEWEST_LEFT = 64;

  private final PerfEvent event;
  private final boolean pageAlone;
  private final long lastDescriptor;
  private final Consumer<String> warnings;
  private final Map<Long, PerfEvent.Opened> open = new HashMap<>();
  private final Map<String, Integer> refusals = new HashMap<>();
  private volatile boolean stopped;
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
    Thread thread = new Thread(null, () -> serve(first), "tare-counters", 0, false);
    thread.setDaemon(true);
    NativeReading.openDesk();
    thread.start();
  }

  private void serve(Runnable first) {
    NativeReading.exempt();
    first.run();
    while (!stopped) {
      long counter = NativeReading.nextToOpen(LONGEST_WAIT_NANOS);
      sweep();
      if (counter != 0) {
        open(counter);
      }
    }
  }

  /** The desk closes within a second; counters that are open stay so. */
  void stop() {
    stopped = true;
  }

  private synchronized void open(long counter) {
    PerfEvent.Opened opened = tryToOpen(NativeReading.thread(counter));
    if (opened == null) {
      NativeReading.open(counter, 0, -1);
      return;
    }
    if (NativeReading.open(counter, opened.page(), opened.descriptor()) == 0) {
      open.put(counter, opened);
    } else {
      event.close(opened);
      refuse("a thread waited too long for its counter");
    }
  }

  private PerfEvent.@Nullable Opened tryToOpen(int thread) {
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
      return null;
    }
  }

  private void refuse(String reason) {
    if (refusals.merge(reason, 1, Integer::sum) == 1) {
      warnings.accept(reason);
    }
  }

  private synchronized void sweep() {
    long counter = NativeReading.nextToClose();
    while (counter != 0) {
      PerfEvent.Opened opened = open.remove(counter);
      if (opened != null) {
        Health health = healthOf(opened);
        multiplexed += health == Health.MULTIPLEXED ? 1 : 0;
        lost += health == Health.LOST ? 1 : 0;
        event.close(opened);
      }
      NativeReading.free(counter);
      counter = NativeReading.nextToClose();
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
    int without = refusals.values().stream().mapToInt(Integer::intValue).sum();
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
