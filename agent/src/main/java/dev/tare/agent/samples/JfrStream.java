package dev.tare.agent.samples;

import dev.tare.agent.options.SamplingRate;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 * The samples of the JVM's flight recorder as it hands them out: once a second, and those of the
 * program's start all at once, after it ({@link StartupRecording}). The recorder keeps what was not
 * read yet in a directory of its own, and clears it away at the JVM's end. Recordings of others go
 * on as they would, but that events which any recording enables are in all.
 */
final class JfrStream {
  private static final String LOST = "jdk.CPUTimeSamplesLost";

  /** Of no size, once a second: by it is seen up to when everything has been handed out. */
  private static final String PULSE = "jdk.CPUTimeStampCounter";

  /** On a busy machine it takes some seconds to read what was recorded in a start. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Who ends sooner never needs a stream, which takes longer to begin than a recording. */
  private static final int READ_AFTER_SECONDS = 1;

  /**
   * From the JVM's start: by then most large programs have started. The flight recorder reads
   * events by code of its own that has to be compiled, too; in the start of a service that took a
   * tenth of the CPU time (docs/adr/0186).
   */
  private static final int READ_LATE_SECONDS = 60;

  private final JfrEvents events = new JfrEvents();
  private final ThreadExitEvents ends = new ThreadExitEvents();
  private final ThreadExitEvents.Listener listener;

  /** At zero where the stream is wanted. */
  private final CountDownLatch wanted = new CountDownLatch(1);

  private final CountDownLatch running = new CountDownLatch(1);

  private final FlightRecorderListener states =
      new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
          ends.mindOthers(recording);
          if (recording.getState() == RecordingState.RUNNING && JfrEvents.isStreamed(recording)) {
            streamsFrom = startup == null ? Instant.MIN : Instant.now();
            running.countDown();
          }
        }
      };

  private final int readAfterSeconds;
  private final Consumer<String> say;
  private final Object lock = new Object();

  /** Null while there is none. */
  private @Nullable RecordingStream stream;

  private volatile boolean closed;

  private final HeldSamples held = new HeldSamples();
  private boolean pulseCame;
  private CountDownLatch arrived = new CountDownLatch(0);
  private volatile boolean ended;

  /** Whether anything at all has been handed out. */
  private volatile boolean hasGiven;

  /** Null once it is being read, or where there was no room for it. */
  private volatile @Nullable StartupRecording startup;

  /** Whether there is something in it that was not handed out yet. */
  private volatile boolean isStartupUnread;

  /** The stream has all events from here on; the start's recording has all before. */
  private volatile Instant streamsFrom = Instant.MAX;

  /** What follows from what the stream has handed out while the start was not read yet. */
  private final List<Runnable> first = new ArrayList<>();

  /** Whether the JVM's end came before the start was read, and all has been read there. */
  private boolean isCopied;

  private JfrStream(
      int readAfterSeconds, ThreadExitEvents.Listener listener, Consumer<String> say) {
    this.readAfterSeconds = readAfterSeconds;
    this.listener = listener;
    this.say = say;
  }

  /** What to do with an event. Its object is used again for the next: what is left to do is not. */
  interface Reader {
    Runnable read(RecordedEvent event);
  }

  /**
   * Records, and reads in a thread of its own.
   *
   * @param readsLate whether reading waits for the start of a large program
   * @param listener told of threads that have ended, after their last samples
   * @param say told, in a line, what the user must know
   */
  static JfrStream open(
      JfrSampleEvent event,
      SamplingRate rate,
      boolean readsLate,
      Reader samples,
      Reader losses,
      ThreadExitEvents.Listener listener,
      Consumer<String> say) {
    JfrStream opened = new JfrStream(readAfterSeconds(readsLate), listener, say);
    JfrEvents events = opened.events;
    events.enable(
        event.eventName,
        event.setting,
        event.value(rate),
        sample -> opened.deliver(sample, samples));
    if (event == JfrSampleEvent.CPU_TIME) {
      events.enable(LOST, lost -> opened.deliver(lost, losses));
    }
    opened.ends.enable(events, opened);
    events.enable(PULSE, "period", "1 s", opened::pulse);
    opened.start();
    return opened;
  }

  private static int readAfterSeconds(boolean readsLate) {
    if (!readsLate) {
      return READ_AFTER_SECONDS;
    }
    Instant now = Instant.now();
    Instant begin = ProcessHandle.current().info().startInstant().orElse(now);
    long left = READ_LATE_SECONDS - Duration.between(begin, now).toSeconds();
    return (int) Math.max(READ_AFTER_SECONDS, Math.min(left, READ_LATE_SECONDS));
  }

  private void start() {
    RecorderRoom.demand();
    String name = "tare-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    startup = StartupRecording.begin(events.settings(), name).orElse(null);
    isStartupUnread = startup != null;
    FlightRecorder.addListener(states);
    ends.mindOthers();
    // Not startAsync: its thread is no daemon, and would keep the JVM alive.
    Thread thread = ProfilerThreads.daemon("tare-samples", this::stream);
    thread.start();
    if (startup == null) {
      wanted.countDown();
      if (!await(running)) {
        say.accept("warning: the flight recorder has not begun yet; samples come later");
      }
    }
  }

  private void stream() {
    ProfilerSection.begin();
    try {
      awaitWanted();
      RecordingStream opened = make();
      if (opened != null && !JvmShutdown.hasBegun()) {
        opened.start();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalStateException | InternalError e) {
      // There is no room for a second recording: the first one goes on, and has all at the end.
      say.accept("warning: samples come at the end alone: " + e.getMessage());
    } finally {
      ends.tell(listener);
      ended = true;
      synchronized (lock) {
        arrived.countDown();
      }
    }
  }

  private void awaitWanted() throws InterruptedException {
    for (int left = readAfterSeconds; left > 0 && !wanted.await(1, TimeUnit.SECONDS); left--) {
      endIfNoRoom();
    }
  }

  /** A new stream, not started yet; null where it is not needed any more. */
  private @Nullable RecordingStream make() {
    synchronized (lock) {
      if (closed) {
        return null;
      }
      RecordingStream made = new RecordingStream();
      stream = made;
      made.setSettings(events.streamedSettings());
      events.forEach((name, reader) -> made.onEvent(name, read -> fromStream(read, reader)));
      made.onFlush(this::flushed);
      made.setOrdered(false);
      return made;
    }
  }

  private void fromStream(RecordedEvent event, Consumer<RecordedEvent> reader) {
    synchronized (lock) {
      if (!isCopied && !event.getEndTime().isBefore(streamsFrom)) {
        hasGiven = true;
        reader.accept(event);
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

  /**
   * Takes what was recorded in the start, now that the stream gives what comes after it; not where
   * the JVM's end has come, when {@link #finish} takes all there is.
   */
  private void endStartup() {
    synchronized (lock) {
      StartupRecording kept = startup;
      if (kept != null && kept.end()) {
        take(kept, streamsFrom);
        first.forEach(Runnable::run);
        first.clear();
      }
    }
  }

  /** Takes what was recorded before a moment; false where nothing could be read. */
  private boolean take(StartupRecording recorded, Instant until) {
    startup = null;
    try {
      boolean isRead = recorded.read(event -> readBefore(until, event));
      hasGiven |= isRead;
      return isRead;
    } finally {
      isStartupUnread = false;
    }
  }

  private void readBefore(Instant until, RecordedEvent event) {
    if (event.getEndTime().isBefore(until)) {
      events.read(event);
    }
  }

  /** Reads an event, and holds back what follows from it where it is younger than is asked for. */
  void deliver(RecordedEvent event, Reader reader) {
    Instant end = event.getEndTime();
    Runnable rest = reader.read(event);
    synchronized (lock) {
      if (startup == null) {
        held.book(end, rest);
      } else {
        first.add(() -> held.book(end, rest));
      }
    }
  }

  private void pulse(RecordedEvent pulse) {
    synchronized (lock) {
      pulseCame |= held.holds(pulse.getEndTime());
    }
  }

  private void flushed() {
    endStartup();
    ends.tell(listener);
    endIfNoRoom();
    synchronized (lock) {
      if (pulseCame) {
        arrived.countDown();
      }
    }
  }

  /** Not again where the recorder flushes once more while the stream is closed. */
  private void endIfNoRoom() {
    Optional<String> lack = closed ? Optional.empty() : RecorderRoom.lack();
    if (lack.isPresent()) {
      say.accept("no more CPU-time samples: " + lack.get());
      close();
    }
  }

  /** Whether what was recorded in the start has not been handed out yet. */
  boolean isBehind() {
    return isStartupUnread && !ended;
  }

  /** Waits until all events up to now have been handed out, and keeps later ones. */
  void hold() {
    CountDownLatch latch = new CountDownLatch(1);
    synchronized (lock) {
      held.hold(Instant.now());
      pulseCame = false;
      arrived = latch;
    }
    wanted.countDown();
    if (ended ? startup != null : !await(latch)) {
      say.accept("warning: the flight recorder keeps samples back; they come in a later profile");
    }
  }

  /** Hands out what was kept. */
  void release() {
    synchronized (lock) {
      held.release();
    }
    if (ended) {
      ends.tell(listener);
    }
  }

  /** Ends the recording. */
  void close() {
    FlightRecorder.removeListener(states);
    endStartup();
    RecordingStream opened;
    synchronized (lock) {
      closed = true;
      opened = stream;
    }
    wanted.countDown();
    if (opened != null) {
      opened.close();
    }
  }

  /**
   * Reads to the end, which the flight recorder's own shutdown hook has put to every recording; its
   * reader still reads, or there is all in one file where it had hardly begun to read.
   *
   * @param deadlineNanos the {@link System#nanoTime} at which it gives up
   */
  void finish(long deadlineNanos) {
    if (!takeAll()) {
      awaitEnd(deadlineNanos);
    }
    if (!hasGiven) {
      say.accept(
          "warning: the flight recorder ended before it handed out any samples; they are missing");
    }
  }

  /** Takes the start and what came after it, in place of what the stream handed out. */
  private boolean takeAll() {
    synchronized (lock) {
      StartupRecording kept = startup;
      if (kept == null) {
        return false;
      }
      isCopied = take(kept, Instant.MAX);
      if (!isCopied) {
        first.forEach(Runnable::run);
      }
      first.clear();
    }
    ends.tell(listener);
    return isCopied;
  }

  private void awaitEnd(long deadlineNanos) {
    RecordingStream opened;
    synchronized (lock) {
      opened = stream;
    }
    long leftNanos = deadlineNanos - System.nanoTime();
    if (opened == null || leftNanos <= 0) {
      return; // To the stream, no time at all means for ever.
    }
    try {
      // Whole seconds: JDK 17 refuses others, since it takes what is left of a second for what is
      // left of a millisecond (jdk.jfr.internal.consumer.AbstractEventStream.awaitTermination).
      opened.awaitTermination(Duration.ofSeconds(TimeUnit.NANOSECONDS.toSeconds(leftNanos) + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
