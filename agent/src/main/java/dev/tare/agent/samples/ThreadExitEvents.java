package dev.tare.agent.samples;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;

/**
 * What threads had used when they ended, by the flight recorder: whoever looks at clocks now and
 * then does not see it.
 *
 * <p>{@code jdk.ThreadCPULoad} is also emitted by each thread that ends and has used a millisecond
 * or more. It has the thread's part of the time of all processors, since the last such event, or
 * since the thread was made. We ask for it so rarely that there is no other than the one at the
 * end; then the part of the time from {@code jdk.ThreadStart} on is what the thread has used
 * (HotSpot: {@code jfrThreadCPULoadEvent.cpp}, 17 to 25). Where somebody else's recording asks for
 * the event too, and oftener, nothing is to be learnt from it.
 *
 * <p>Used by one thread at a time, but for {@link #mindOthers}.
 */
final class ThreadExitEvents {
  private static final String LOAD = "jdk.ThreadCPULoad";
  private static final String START = "jdk.ThreadStart";
  private static final String END = "jdk.ThreadEnd";
  private static final String NEVER = "100000 d";

  /** Threads of the JVM itself, which no sample is taken of. */
  private static final String SYSTEM = "system";

  /** Of threads that run, as far as is known: an event may be lost. */
  static final int MAX_STARTS = 10_000;

  /** The eldest first. */
  private final Map<Long, Instant> starts = new LinkedHashMap<>();

  private final List<End> ends = new ArrayList<>();
  private List<Long> endedIds = new ArrayList<>();

  /** The ids of others' recordings that ask for {@link #LOAD}. */
  private final Set<Long> asking = ConcurrentHashMap.newKeySet();

  /** From when on it is known who asks: of a thread that is older, the event may be of a part. */
  private volatile Instant askedUntil = Instant.MIN;

  /** The end of a thread, and the part that it had of all processors' time. */
  private record End(RecordedThread thread, Instant at, double share) {}

  /** Told of a thread that has ended. */
  interface Listener {
    /**
     * Called once for each thread.
     *
     * @param nanos CPU nanoseconds, of its whole life
     */
    void ended(RecordedThread thread, long nanos);
  }

  /** Has the events recorded, and handed to this object. */
  void enable(JfrEvents events) {
    events.enable(START, "stackTrace", "false", this::started);
    events.enable(LOAD, "period", NEVER, this::ended);
    events.enable(END, this::endedById);
  }

  /**
   * Learns nothing from these events while any recording asks for them that runs already, nor of
   * threads that are older than this moment: nobody has told of the recordings before.
   */
  void mindOthers() {
    askedUntil = Instant.now();
    asking.clear();
    FlightRecorder.getFlightRecorder().getRecordings().forEach(this::mindOthers);
  }

  /** Learns nothing from these events while this recording runs, if it asks for them. */
  void mindOthers(Recording recording) {
    if (JfrEvents.isOthers(recording)
        && "true".equals(recording.getSettings().get(LOAD + "#enabled"))) {
      asking.add(recording.getId());
    } else if (asking.contains(recording.getId())) {
      end(recording.getId());
    }
  }

  /** First the moment: whoever finds that nobody asks finds it, too. */
  private void end(long id) {
    askedUntil = Instant.now();
    asking.remove(id);
  }

  private void started(RecordedEvent start) {
    RecordedThread thread = start.getThread("thread");
    if (thread != null) {
      starts.put(thread.getJavaThreadId(), start.getStartTime());
    }
  }

  private void endedById(RecordedEvent end) {
    RecordedThread thread = end.getThread("thread");
    if (thread != null) {
      endedIds.add(thread.getJavaThreadId());
    }
  }

  /** The ids of all threads that have ended, as far as files were read since the last call. */
  List<Long> takeIds() {
    List<Long> taken = endedIds;
    endedIds = new ArrayList<>();
    return taken;
  }

  private void ended(RecordedEvent load) {
    RecordedThread thread = load.getThread("eventThread");
    RecordedThreadGroup group = thread == null ? null : thread.getThreadGroup();
    if (thread != null && group != null && !SYSTEM.equals(group.getName())) {
      double share = (double) load.getFloat("user") + load.getFloat("system");
      ends.add(new End(thread, load.getStartTime(), share));
    }
  }

  /**
   * Tells of the threads that have ended; once a whole file is read, when their other events are
   * there too, whose order nobody guarantees.
   */
  void tell(Listener listener) {
    for (End end : ends) {
      Instant start = starts.remove(end.thread.getJavaThreadId());
      if (start != null && asking.isEmpty() && start.isAfter(askedUntil)) {
        double lived = Duration.between(start, end.at).toNanos();
        double processors = Runtime.getRuntime().availableProcessors();
        listener.ended(end.thread, (long) (end.share * processors * lived));
      }
    }
    ends.clear();
    endedIds.forEach(starts::remove); // Who used less than a millisecond has no other event.
    Iterator<Instant> eldest = starts.values().iterator();
    for (int left = starts.size(); left > MAX_STARTS; left--) {
      eldest.next();
      eldest.remove();
    }
  }
}
