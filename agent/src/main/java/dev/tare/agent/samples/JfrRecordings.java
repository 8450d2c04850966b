package dev.tare.agent.samples;

import dev.tare.agent.bootstrap.DefaultTimeZone;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Events of the flight recorder, in recordings that follow each other: one ends and is read as the
 * next has begun, four times a minute, and whenever somebody asks for all events up to now.
 *
 * <p>The recorder's own stream keeps all stacks of a file that it reads, and that file grows to 12
 * MB: in a service, five to ten megabytes a minute, which the application's collector copies
 * (docs/adr/0190-recordings-follow-each-other.md). Here nothing is left once a file is read.
 *
 * <p>Recordings of others go on as they would, but that events which any recording enables are in
 * all, and that their files have more parts.
 */
final class JfrRecordings {
  /** From one recording to the next, where nobody asks. */
  static final Duration PERIOD = Duration.ofSeconds(15);

  /** The same where others record: each time takes 0.4 MB more in their files. */
  static final Duration PERIOD_BESIDE_OTHERS = Duration.ofSeconds(60);

  /** Who ends sooner never needs to have anything read. */
  private static final Duration READ_AFTER = Duration.ofSeconds(1);

  /**
   * From the JVM's start: by then most large programs have started. The flight recorder reads
   * events by code of its own that has to be compiled, too; in the start of a service that took a
   * tenth of the CPU time (docs/adr/0186).
   */
  private static final Duration READ_LATE = Duration.ofSeconds(60);

  /** Threads write down a sample a little later than it is taken. */
  private static final long OVERLAP_MILLIS = 50;

  private final JfrEvents events;
  private final Runnable afterReading;
  private final Consumer<String> say;

  private final Instant readFrom;

  /** When a recording ends that nobody asks for. */
  private Instant endsAt;

  private final CountDownLatch closing = new CountDownLatch(1);

  /** Held by whoever goes on to the next recording; at the JVM's end no longer than seconds. */
  private final Object advancing = new Object();

  private volatile boolean isHeld;

  /** Guards what is below; held while files are read. */
  private final Object reading = new Object();

  /** Recordings that were not read yet, the eldest first: the last is running. */
  private final Deque<JfrRecording> unread = new ArrayDeque<>();

  /** Whether recordings of the start are not read yet. */
  private volatile boolean isBehind = true;

  private volatile boolean hasEnded;

  /** Everything up to this moment has been read. */
  private volatile Instant readUntil = Instant.MIN;

  /** Whether there was any recording that could be read. */
  private boolean hasRead;

  private JfrRecordings(
      JfrEvents events, Instant readFrom, Runnable afterReading, Consumer<String> say) {
    this.events = events;
    this.readFrom = readFrom;
    this.afterReading = afterReading;
    this.say = say;
    endsAt = Instant.now().plus(period());
  }

  /**
   * From when on recordings that begin now may be read.
   *
   * @param isLate whether not before the start of a large program is over
   */
  static Instant readFrom(boolean isLate) {
    Instant now = Instant.now();
    Instant soon = now.plus(READ_AFTER);
    Instant late = ProcessHandle.current().info().startInstant().orElse(now).plus(READ_LATE);
    return isLate && late.isAfter(soon) ? late : soon;
  }

  /**
   * Begins to record.
   *
   * @param events and who reads them
   * @param readFrom nothing is read before, unless somebody cannot do without
   * @param afterReading called each time that events have been read; their objects are not used
   *     again
   * @param say told, in a line, what the user must know
   * @throws IllegalStateException where nothing can be recorded, with the reason
   */
  static JfrRecordings open(
      JfrEvents events, Instant readFrom, Runnable afterReading, Consumer<String> say) {
    if (JvmShutdown.hasBegun()) {
      throw new IllegalStateException("the JVM is ending");
    }
    // All of it: the flight recorder asks for the zone when it is initialised, too.
    return DefaultTimeZone.unsettled(
        () -> OwnThread.get(() -> opened(events, readFrom, afterReading, say)));
  }

  private static JfrRecordings opened(
      JfrEvents events, Instant readFrom, Runnable afterReading, Consumer<String> say) {
    RecorderRoom.demand();
    JfrRecordings opened = new JfrRecordings(events, readFrom, afterReading, say);
    opened.unread.add(
        opened.begin().orElseThrow(() -> new IllegalStateException(RecorderRoom.notWritable())));
    try {
      ProfilerThreads.daemon("tare-samples", opened::run).start();
    } catch (OutOfMemoryError e) {
      opened.close(); // Nobody would read it, and its file would grow.
      throw new IllegalStateException("no thread can be started that reads them", e);
    }
    return opened;
  }

  /** Leaves out what the first recording has seen so far, if it is not read yet. */
  void beginNow() {
    synchronized (reading) {
      if (!unread.isEmpty()) {
        unread.getFirst().beginAt(Instant.now());
      }
    }
  }

  /** How long a recording is that begins now. */
  static Duration period() {
    return JfrEvents.areOthersRecording() ? PERIOD_BESIDE_OTHERS : PERIOD;
  }

  private Optional<JfrRecording> begin() {
    return JfrRecording.begin(events.settings(), RecordingDirectories.newName());
  }

  private Optional<JfrRecording> beginNext() {
    try {
      return OwnThread.get(this::begin);
    } catch (IllegalStateException e) {
      return Optional.empty(); // It waits for ever, since the JVM ends.
    }
  }

  private void run() {
    ProfilerSection.begin();
    RecordingDirectories.removeAbandoned();
    try {
      while (!closing.await(1, TimeUnit.SECONDS)) {
        Optional<String> lack = RecorderRoom.lack();
        if (lack.isPresent()) {
          giveUp(lack.get());
        } else {
          goOn(Instant.now());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | OutOfMemoryError e) {
      giveUp("a recording cannot be read: " + e); // A recording that nobody ends fills the disk.
    }
  }

  /** One file of the start each second: all at once, they would be many objects for a collector. */
  private void goOn(Instant now) {
    if (isBehind && !now.isBefore(readFrom)) {
      synchronized (advancing) {
        isBehind = !isOver() && readEldest();
      }
    } else if (!now.isBefore(endsAt)) {
      advance(!isBehind);
    }
  }

  private void giveUp(String reason) {
    say.accept("no more CPU-time samples: " + reason);
    close();
  }

  /** Goes on to the next recording, and reads those before if that is asked for. */
  private void advance(boolean reads) {
    synchronized (advancing) {
      if (isHeld || isOver()) {
        return;
      }
      Optional<JfrRecording> begun = beginNext();
      if (begun.isEmpty()) {
        if (!JvmShutdown.hasBegun()) {
          giveUp(RecorderRoom.notWritable());
        }
        return;
      }
      endsAt = Instant.now().plus(period());
      Optional<JfrRecording> last = handOver(begun.get());
      overlap();
      if (last.isEmpty() || (!last.get().end() && JvmShutdown.hasBegun())) {
        return; // The JVM's end writes its file.
      }
      boolean isUnread = reads;
      while (isUnread) {
        isUnread = readEldest();
      }
    }
  }

  /** The last recording, which the next now follows; empty where all has been read meanwhile. */
  private Optional<JfrRecording> handOver(JfrRecording next) {
    synchronized (reading) {
      Optional<JfrRecording> last = Optional.ofNullable(unread.peekLast());
      last.ifPresent(
          ending -> {
            ending.handOver(next, Instant.now());
            unread.add(next);
          });
      return last;
    }
  }

  private boolean isOver() {
    return closing.getCount() == 0 || hasEnded || JvmShutdown.hasBegun();
  }

  /** Shorter where the thread is interrupted: it goes on as it is. */
  private static void overlap() {
    try {
      Thread.sleep(OVERLAP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads the eldest recording, all but the last of which have ended; false where that is it. */
  private boolean readEldest() {
    synchronized (reading) {
      if (hasEnded || unread.size() < 2) {
        return false;
      }
      read(unread.remove());
      return true;
    }
  }

  private void read(JfrRecording recording) {
    try {
      hasRead |= recording.read(events::read);
    } finally {
      readUntil = recording.until();
      afterReading.run(); // Where memory was used up, above all.
    }
  }

  /** Whether what was recorded in the start is not read yet, or what was up to the JVM's end. */
  boolean isBehind() {
    return !hasEnded && (isBehind || JvmShutdown.hasBegun());
  }

  /** Reads all events up to a moment, if those of the start are read. */
  void readUntil(Instant moment) {
    if (!isBehind && readUntil.isBefore(moment)) {
      advance(true);
    }
  }

  /**
   * Reads all events up to now, and none after that before {@link #release}.
   *
   * @param recorderEnded called before the last are read in a shutdown hook: there are no later
   *     ones
   */
  void hold(Runnable recorderEnded) {
    synchronized (advancing) {
      advance(true);
      isBehind = false;
      isHeld = true;
      if (JvmShutdown.hasBegun()) {
        finishWithRecorder(recorderEnded);
      }
    }
  }

  /** Has events read again. */
  void release() {
    isHeld = false;
  }

  /** Ends the last recording, and reads all. */
  void close() {
    synchronized (advancing) {
      closing.countDown();
      isBehind = false;
      if (!JvmShutdown.hasBegun()) {
        last().ifPresent(JfrRecording::end);
      }
      if (JvmShutdown.hasBegun()) {
        finishWithRecorder(() -> {});
      } else {
        synchronized (reading) {
          readAll();
        }
      }
    }
  }

  private Optional<JfrRecording> last() {
    synchronized (reading) {
      return Optional.ofNullable(unread.peekLast());
    }
  }

  /**
   * Reads to the end in a shutdown hook, beside which the flight recorder's own one runs: once that
   * has ended the last recording, which nothing follows.
   */
  private void finishWithRecorder(Runnable recorderEnded) {
    Optional<JfrRecording> last = last();
    if (last.isPresent()) {
      try {
        OwnThread.get(last.get()::awaitEnd);
      } catch (IllegalStateException e) {
        say.accept("warning: the last CPU-time samples are missing: " + e.getMessage());
        return;
      }
      recorderEnded.run();
      finish();
    }
  }

  private void readAll() {
    unread.forEach(this::read);
    unread.clear();
  }

  /** Reads to the end, which the flight recorder's own shutdown hook has put to all recordings. */
  void finish() {
    synchronized (reading) {
      hasEnded = true;
      readAll();
      if (!hasRead) {
        say.accept(
            "warning: the flight recorder ended before it handed out any samples; they are"
                + " missing");
      }
    }
  }
}
