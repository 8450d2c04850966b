package dev.tare.agent.samples;

import dev.tare.runtime.AgentWork;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * The samples of the JVM's flight recorder as it hands them out: once a second. The recorder keeps
 * what was not read yet in a directory of its own, and clears it away at the JVM's end. Recordings
 * of others go on as they would, but that events which any recording enables are in all.
 */
final class FlightStream {
  private static final String LOST = "jdk.CPUTimeSamplesLost";

  /**
   * An event of no size, once a second: by it is seen up to when everything has been handed out.
   */
  private static final String PULSE = "jdk.CPUTimeStampCounter";

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** No event: by this setting our recording is told from others. */
  private static final String MARK = "dev.tare.Samples";

  private final RecordingStream stream = new RecordingStream();
  private final ThreadEnds ends = new ThreadEnds();
  private final ThreadEnds.Listener listener;
  private final CountDownLatch running = new CountDownLatch(1);

  private final FlightRecorderListener states =
      new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
          ends.mindOthers(recording);
          if (recording.getState() == RecordingState.RUNNING && isOurs(recording)) {
            running.countDown();
            keepFirstSecond(recording);
          }
        }
      };

  private final Consumer<String> say;
  private final Object lock = new Object();

  /** Samples from this moment on are kept; null: none is. */
  private @Nullable Instant heldFrom;

  private final List<Runnable> held = new ArrayList<>();
  private boolean pulseCame;
  private CountDownLatch arrived = new CountDownLatch(0);
  private volatile boolean ended;

  /** Whether anything at all has been handed out. */
  private volatile boolean hasGiven;

  /** What to do with an event, by its name. */
  private final Map<String, Consumer<RecordedEvent>> readers = new HashMap<>();

  /** Null once there can be no copy, or none is needed. */
  private volatile @Nullable FirstSecond firstSecond;

  /** What follows from the events of the first second, while the copy may yet be read instead. */
  private final List<Runnable> first = new ArrayList<>();

  /** Whether the copy has been read, and what the stream hands out has been seen there. */
  private boolean isCopied;

  private FlightStream(ThreadEnds.Listener listener, Consumer<String> say) {
    this.listener = listener;
    this.say = say;
  }

  /** What to do with an event. Its object is used again for the next: what is left to do is not. */
  interface Reader {
    Runnable read(RecordedEvent event);
  }

  /**
   * Opens a recording of its own, and reads it in a thread of its own.
   *
   * @param listener told of threads that have ended, after their last samples
   * @param say told, in a line, what the user must know
   */
  static FlightStream open(
      FlightEvent event,
      SamplePace pace,
      Reader samples,
      Reader losses,
      ThreadEnds.Listener listener,
      Consumer<String> say) {
    FlightStream opened = new FlightStream(listener, say);
    RecordingStream stream = opened.stream;
    stream.enable(event.eventName).with(event.setting, event.value(pace));
    opened.onEvent(event.eventName, sample -> opened.deliver(sample, samples));
    if (event == FlightEvent.CPU_TIME) {
      stream.enable(LOST);
      opened.onEvent(LOST, lost -> opened.deliver(lost, losses));
    }
    opened.ends.enable(stream, opened);
    stream.enable(PULSE).with("period", "1 s");
    opened.onEvent(PULSE, opened::pulse);
    stream.onFlush(opened::flushed);
    stream.setOrdered(false);
    stream.enable(MARK);
    opened.start();
    return opened;
  }

  /** Has each of these events handed to the reader. */
  void onEvent(String eventName, Consumer<RecordedEvent> reader) {
    readers.put(eventName, reader);
    stream.onEvent(
        eventName,
        event -> {
          synchronized (lock) {
            if (!isCopied) {
              hasGiven = true;
              reader.accept(event);
            }
          }
        });
  }

  private void start() {
    FlightRecorder.addListener(states);
    // Not startAsync: its thread is no daemon, and would keep the JVM alive.
    Thread thread = new Thread(null, this::read, "tare-samples", 0, false);
    thread.setDaemon(true);
    thread.start();
    if (!await(running)) {
      say.accept("warning: the flight recorder has not begun yet; samples come later");
    }
  }

  /** Whether a recording is one of these streams'. */
  static boolean isOurs(Recording recording) {
    return recording.getSettings().containsKey(MARK + "#enabled");
  }

  private void read() {
    AgentWork.begin();
    try {
      stream.start();
    } finally {
      ends.tell(listener);
      ended = true;
      synchronized (lock) {
        arrived.countDown();
      }
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void keepFirstSecond(Recording recording) {
    String name = "tare-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    firstSecond = FirstSecond.of(recording, name).orElse(null);
  }

  /** Takes what the stream has handed out, and needs no copy of it any more. */
  private void forgoFirstSecond() {
    FirstSecond kept = firstSecond;
    if (kept != null) {
      synchronized (lock) {
        firstSecond = null;
        first.forEach(Runnable::run);
        first.clear();
      }
      kept.forgo();
    }
  }

  /** Reads an event, and holds back what follows from it where it is younger than is asked for. */
  void deliver(RecordedEvent event, Reader reader) {
    Instant end = event.getEndTime();
    Runnable rest = reader.read(event);
    synchronized (lock) {
      if (firstSecond == null) {
        book(end, rest);
      } else {
        first.add(() -> book(end, rest));
      }
    }
  }

  private void book(Instant end, Runnable rest) {
    if (heldFrom != null && !end.isBefore(heldFrom)) {
      held.add(rest);
    } else {
      rest.run();
    }
  }

  private void pulse(RecordedEvent pulse) {
    synchronized (lock) {
      pulseCame |= heldFrom != null && !pulse.getEndTime().isBefore(heldFrom);
    }
  }

  private void flushed() {
    FirstSecond kept = firstSecond;
    if (kept != null && kept.isStillToCome()) {
      forgoFirstSecond();
    }
    ends.tell(listener);
    synchronized (lock) {
      if (pulseCame) {
        arrived.countDown();
      }
    }
  }

  /** Waits until all events up to now have been handed out, and keeps later ones. */
  void hold() {
    CountDownLatch latch = new CountDownLatch(1);
    synchronized (lock) {
      heldFrom = Instant.now();
      pulseCame = false;
      arrived = latch;
    }
    if (!ended && !await(latch)) {
      say.accept("warning: the flight recorder keeps samples back; they come in a later profile");
    }
  }

  /** Hands out what was kept. */
  void release() {
    synchronized (lock) {
      heldFrom = null;
      held.forEach(Runnable::run);
      held.clear();
    }
    if (ended) {
      ends.tell(listener);
    }
  }

  /** Ends the recording. */
  void close() {
    FlightRecorder.removeListener(states);
    forgoFirstSecond();
    stream.close();
  }

  /**
   * Reads to the end, which the flight recorder's own shutdown hook has put to every recording; its
   * reader still reads, or there is a copy of what it had hardly begun to read.
   */
  void finish() {
    if (!readCopy()) {
      awaitEnd();
      forgoFirstSecond();
      if (!hasGiven) {
        say.accept(
            "warning: the flight recorder ended before it handed out its first second; those"
                + " samples are missing");
      }
    }
    close();
  }

  /** Reads the copy, in place of what the stream handed out; false where there is none. */
  private boolean readCopy() {
    FirstSecond kept = firstSecond;
    List<RecordedEvent> copied = kept == null ? List.of() : kept.read();
    if (copied.isEmpty()) {
      return false;
    }
    synchronized (lock) {
      isCopied = true;
      firstSecond = null;
      first.clear();
    }
    for (RecordedEvent event : copied) {
      Consumer<RecordedEvent> reader = readers.get(event.getEventType().getName());
      if (reader != null) {
        reader.accept(event);
      }
    }
    ends.tell(listener);
    return true;
  }

  private void awaitEnd() {
    try {
      stream.awaitTermination(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
