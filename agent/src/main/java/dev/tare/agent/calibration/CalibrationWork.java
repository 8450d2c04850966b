package dev.tare.agent.calibration;

import dev.tare.runtime.AgentWork;
import dev.tare.runtime.Calibration;
import dev.tare.runtime.KnownOverheads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gives the runtime what is known of the overheads: from the file of an earlier run, or else from a
 * training. Works on a thread of its own, beside the application's start.
 */
public final class CalibrationWork implements Runnable {
  /** Long enough for a training on a busy machine; a run that ends earlier is held up so long. */
  private static final long MOST_WAITED_SECONDS = 5;

  /**
   * When to train again, in milliseconds after the time before: at a start, compilers and the
   * application share the processor, and what is measured is too long.
   */
  private static final long[] AGAIN_MILLIS = {500, 1_500, 3_000};

  /**
   * When to warm probes up where nothing is to be trained: programs that end at once need it not,
   * and the fastest thread has not put off a million intervals by then.
   */
  private static final long WARM_UP_AFTER_MILLIS = 250;

  private static final String TRAINED = "trained";

  private final Keeping keeping;
  private final Fingerprint.Subject subject;
  private final Surroundings surroundings;
  private final Consumer<String> say;
  private final Runnable preparation;
  private final CountDownLatch published = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(1);

  private volatile @Nullable TrainedOverheads overheads;

  /** Not touched by others before {@link #written}, as what follows. */
  private @Nullable Fingerprint here;

  private Optional<Path> file = Optional.empty();

  private volatile String source = "";

  private CalibrationWork(
      Keeping keeping,
      Fingerprint.Subject subject,
      Surroundings surroundings,
      Consumer<String> say,
      Runnable preparation) {
    this.preparation = preparation;
    this.keeping = keeping;
    this.subject = subject;
    this.surroundings = surroundings;
    this.say = say;
  }

  /**
   * Begins.
   *
   * @param say told, in a line, what the user must know
   * @param preparation what else the calibration needs, done first
   */
  public static CalibrationWork start(
      Keeping keeping,
      Fingerprint.Subject subject,
      Surroundings surroundings,
      Consumer<String> say,
      Runnable preparation) {
    CalibrationWork work = new CalibrationWork(keeping, subject, surroundings, say, preparation);
    if (keeping == Keeping.OFF) {
      preparation.run();
      work.knowNothing();
    } else {
      Thread thread = new Thread(null, work, "tare-calibration", 0, false);
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((ended, e) -> work.knowNothing(e));
      thread.start();
    }
    return work;
  }

  /** Nothing more is to come: what threads see themselves is all there will be. */
  private void knowNothing() {
    Calibration.publish(new KnownOverheads());
    published.countDown();
    written.countDown();
  }

  @Override
  public void run() {
    AgentWork work = AgentWork.begin();
    try {
      preparation.run();
      Fingerprint fingerprint = Fingerprint.here(subject, surroundings);
      here = fingerprint;
      file = keeping.file(fingerprint);
      Optional<TrainedOverheads> kept = read(fingerprint);
      if (kept.isPresent()) {
        source = file.map(Path::toString).orElse("");
        publish(kept.get());
        written.countDown();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WARM_UP_AFTER_MILLIS));
        Training.warmUp(subject, work);
      } else {
        source = TRAINED;
        train(Training.of(subject, work));
      }
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      knowNothing(e);
    } finally {
      work.end();
    }
  }

  private void publish(TrainedOverheads known) {
    overheads = known;
    Calibration.publish(known.known());
    published.countDown();
  }

  /** Trains at once, and, where intervals are measured, some times again for the smallest. */
  private void train(Training training) {
    TrainedOverheads known = training.measure();
    publish(known);
    boolean wasSteady = training.wasSteady();
    if (keeping.isNamed() || wasSteady) {
      write(known);
    }
    written.countDown();
    if (!subject.readsAtEveryProbe()) {
      return; // A difference of two times is too small as often as too large.
    }
    for (long millis : AGAIN_MILLIS) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
      known = known.least(training.measure());
      publish(known);
      wasSteady |= training.wasSteady();
    }
    if (!keeping.isNamed() && wasSteady) {
      write(known); // What the user named is written at the end, see keep.
    }
  }

  /** Nor do the application's handlers of uncaught exceptions learn of it. */
  private void knowNothing(Throwable why) {
    try {
      if (overheads == null) {
        knowNothing();
      }
      say.accept("warning: training failed, overheads are less exactly known: " + why);
    } catch (OutOfMemoryError e) {
      published.countDown();
      written.countDown();
    }
  }

  private Optional<TrainedOverheads> read(Fingerprint fingerprint) {
    if (file.isEmpty() || !Files.exists(file.get())) {
      return Optional.empty();
    }
    String fault;
    try {
      return Optional.of(CalibrationFile.read(file.get(), fingerprint));
    } catch (RefusedFileException e) {
      fault = String.valueOf(e.getMessage());
    } catch (IOException e) {
      fault = "cannot be read: " + e;
    }
    say.accept("calstats " + file.get() + " " + fault + "; not used and not overwritten");
    file = Optional.empty();
    return Optional.empty();
  }

  private void write(TrainedOverheads known) {
    if (file.isEmpty() || here == null) {
      return;
    }
    try {
      CalibrationFile.write(file.get(), here, known);
    } catch (IOException e) {
      if (keeping.isNamed()) {
        say.accept("calstats " + file.get() + " not written: " + e);
      }
    }
  }

  /** Waits until what is known has reached the runtime; not for ever, see {@link #source}. */
  public void await() {
    passed(published);
  }

  private static boolean passed(CountDownLatch latch) {
    try {
      return latch.await(MOST_WAITED_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Where what is known comes from: {@code trained}, a file's path, or "" for nowhere. */
  public String source() {
    return source;
  }

  /**
   * Sees to it that what is known has been kept; in a file that the user named, with what the run
   * saw.
   *
   * @param observed the run's intervals by category
   * @param minimum the smallest of them, {@link KnownOverheads#UNKNOWN} where there were none
   */
  public void keep(IntToLongFunction observed, IntToLongFunction minimum) {
    boolean inTime = passed(written);
    if (!keeping.isNamed()) {
      return;
    }
    if (!inTime) {
      say.accept("calstats not written: the run ended before the training did");
      return;
    }
    // Somebody else may have put another file there meanwhile.
    boolean replaceable =
        file.isPresent() && here != null && (!Files.exists(file.get()) || read(here).isPresent());
    if (replaceable && overheads != null) {
      write(overheads.withRun(observed, minimum));
    }
  }
}
