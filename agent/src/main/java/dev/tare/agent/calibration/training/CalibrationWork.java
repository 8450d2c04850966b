package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.store.CalibrationFile;
import dev.tare.agent.calibration.store.CalibrationStoreOption;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.calibration.store.JvmEnvironment;
import dev.tare.agent.calibration.store.RefusedFileException;
import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Corrections;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
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
  /** So long after the training's begin, a run that ends earlier is held up for it. */
  private static final long MAX_WAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(550);

  /** For a training that was cut to make something of what it has. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The same where the user asks for a file of what is learnt: a busy machine takes as long. */
  private static final long GRACE_IF_NAMED_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Long enough for a training on a busy machine, beside an application that goes on. */
  private static final long MAX_TRAINING_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * When to train again, in milliseconds after the time before: at a start, compilers and the
   * application share the processor, and what is measured is too long.
   */
  private static final long[] AGAIN_MILLIS = {500, 1_500, 3_000};

  /**
   * When to warm probes up, or to train again, where something is known: programs that end at once
   * need it not, and the fastest thread has not deferred a million intervals by then.
   */
  private static final long MORE_AFTER_MILLIS = 250;

  /** How often it is looked whether the thread that is waited for has been stopped. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final String TRAINED = "trained";

  private final CalibrationStoreOption keeping;
  private final Fingerprint.Subject subject;
  private final JvmEnvironment surroundings;
  private final Consumer<String> say;
  private final Runnable preparation;

  /** Something is known, or never will be. */
  private final CountDownLatch known = new CountDownLatch(1);

  private final CountDownLatch written = new CountDownLatch(1);

  private volatile @Nullable Thread thread;

  private final CalibrationEffort effort = CalibrationEffort.ofThisJvm(MAX_TRAINING_NANOS);

  /** What the runtime has been given. */
  private volatile @Nullable CalibrationStatistics overheads;

  /** What a training that did not come to its end has left: better than nothing, at the end. */
  private volatile @Nullable CalibrationStatistics unfinished;

  /** Not touched by others before {@link #written}, as what follows. */
  private @Nullable Fingerprint here;

  private Optional<Path> file = Optional.empty();

  private volatile String source = "";

  private CalibrationWork(
      CalibrationStoreOption keeping,
      Fingerprint.Subject subject,
      JvmEnvironment surroundings,
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
      CalibrationStoreOption keeping,
      Fingerprint.Subject subject,
      JvmEnvironment surroundings,
      Consumer<String> say,
      Runnable preparation) {
    CalibrationWork work = new CalibrationWork(keeping, subject, surroundings, say, preparation);
    if (keeping == CalibrationStoreOption.OFF) {
      preparation.run();
      work.knowNothing();
    } else {
      Thread thread = ProfilerThreads.daemon("tare-calibration", work);
      thread.setUncaughtExceptionHandler((ended, e) -> work.knowNothing(e));
      work.thread = thread;
      thread.start();
    }
    return work;
  }

  /** Nothing more is to come: what threads see themselves is all there will be. */
  private void knowNothing() {
    Calibration.publish(KnownOverheads.NOTHING);
    known.countDown();
    written.countDown();
  }

  @Override
  public void run() {
    ProfilerSection work = ProfilerSection.begin();
    try {
      preparation.run();
      Fingerprint fingerprint = Fingerprint.here(subject, surroundings);
      here = fingerprint;
      file = keeping.file(fingerprint);
      CalibrationStatistics kept = read(fingerprint).orElse(null);
      if (kept == null) {
        train(CalibrationRun.of(subject, work, effort));
      } else if (kept.convergence() == Convergence.COMPLETE) {
        publish(kept, path());
        written.countDown();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(MORE_AFTER_MILLIS));
        if (!effort.isOver()) {
          CalibrationRun.warmUp(subject, work, effort);
        }
      } else {
        unfinished = kept;
        known.countDown();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(MORE_AFTER_MILLIS));
        if (effort.isOver()) {
          written.countDown(); // The run was shorter; what an earlier one kept stays.
        } else {
          train(CalibrationRun.of(subject, work, effort));
        }
      }
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      knowNothing(e);
    } finally {
      work.end();
    }
  }

  private synchronized void publish(CalibrationStatistics trained, String from) {
    overheads = trained;
    source = from;
    Calibration.publish(trained.known());
    known.countDown();
  }

  private String path() {
    return file.map(Path::toString).orElse("");
  }

  /** Trains at once, and, where intervals are measured, some times again for the smallest. */
  private void train(CalibrationRun training) {
    CalibrationStatistics trained = training.measure();
    trained = trained.after(convergence(training));
    publish(trained, TRAINED);
    if (keeping.isNamed() || cameFurther(trained)) {
      write(trained);
    }
    written.countDown();
    if (!Corrections.AGAIN || !subject.readsAtEveryProbe() || effort.wasShortened()) {
      return; // A difference of two times is too small as often as too large.
    }
    effort.unlimited();
    for (long millis : AGAIN_MILLIS) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
      Convergence before = trained.convergence();
      trained = trained.least(training.measure());
      Convergence now = convergence(training);
      if (now == Convergence.CUT) {
        return;
      }
      trained = trained.after(now.compareTo(before) < 0 ? now : before);
      publish(trained, TRAINED);
    }
    if (!keeping.isNamed() && cameFurther(trained)) {
      write(trained); // What the user named is written at the end, see keep.
    }
  }

  private Convergence convergence(CalibrationRun training) {
    if (effort.wasShortened()) {
      return Convergence.CUT;
    }
    return training.wasSteady() ? Convergence.COMPLETE : Convergence.UNSTEADY;
  }

  /** Whether these deserve to be kept rather than what an earlier run left, if it did. */
  private boolean cameFurther(CalibrationStatistics trained) {
    CalibrationStatistics earlier = unfinished;
    return earlier == null || trained.convergence().compareTo(earlier.convergence()) < 0;
  }

  /** Nor do the application's handlers of uncaught exceptions learn of it. */
  private void knowNothing(Throwable why) {
    try {
      if (overheads == null) {
        knowNothing();
      }
      say.accept("warning: training failed, overheads are less exactly known: " + why);
    } catch (OutOfMemoryError e) {
      known.countDown();
      written.countDown();
    }
  }

  private Optional<CalibrationStatistics> read(Fingerprint fingerprint) {
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

  private void write(CalibrationStatistics known) {
    if (file.isEmpty() || here == null || known.categories().isEmpty()) {
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

  /**
   * Waits until something is known, but for so long after the start only, and ends the training:
   * the run is over. What an earlier run's training left counts where this one's has nothing yet.
   * Where the user named a file, it waits until the training ends by itself, and leaves it time to
   * make something of what it has before the deadline.
   *
   * @param deadlineNanos the {@link System#nanoTime} at which it gives up; {@link
   *     #MAX_TRAINING_NANOS} later where the user named a file
   */
  public void await(long deadlineNanos) {
    boolean isNamed = keeping.isNamed();
    long last = extended(deadlineNanos);
    long grace = isNamed ? GRACE_IF_NAMED_NANOS : GRACE_NANOS;
    long most = isNamed ? last - System.nanoTime() - grace : MAX_WAITED_NANOS - effort.nanos();
    boolean inTime = passed(known, most, last);
    effort.end();
    LockSupport.unpark(thread);
    if (!inTime) {
      passed(known, grace, last);
    }
    publishUnfinished();
  }

  /** Later where the user named a file: a training of a run that ends at once has its time too. */
  private long extended(long deadlineNanos) {
    return keeping.isNamed() ? deadlineNanos + MAX_TRAINING_NANOS : deadlineNanos;
  }

  private synchronized void publishUnfinished() {
    CalibrationStatistics earlier = unfinished;
    if (overheads == null && earlier != null) {
      publish(earlier, path());
      written.countDown();
    }
  }

  /** {@code Thread.stop}, which JDK 20 took away, may have ended whoever was to pass. */
  private boolean passed(CountDownLatch latch, long nanos, long deadlineNanos) {
    long now = System.nanoTime();
    long until = now + Math.min(nanos, deadlineNanos - now);
    Thread passing = thread;
    try {
      while (!latch.await(Math.min(LOOK_NANOS, until - System.nanoTime()), TimeUnit.NANOSECONDS)) {
        boolean over = passing == null || !passing.isAlive() || System.nanoTime() - until >= 0;
        if (over) {
          return latch.getCount() == 0;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Where what is known comes from: {@code trained}, a file's path, or "" for nowhere. */
  public String source() {
    return source;
  }

  /** How far the training came that it comes from; "" where nothing is known. */
  public String training() {
    CalibrationStatistics given = overheads;
    return given == null ? "" : given.convergence().key();
  }

  /** By what part an overhead that is subtracted may be wrong; NaN where nothing is known. */
  public double uncertainty() {
    CalibrationStatistics given = overheads;
    return given == null ? Double.NaN : given.uncertainty();
  }

  /**
   * Sees to it that what is known has been kept; in a file that the user named, with what the run
   * saw.
   *
   * @param observed the run's intervals by category
   * @param minimum the smallest of them, {@link KnownOverheads#UNKNOWN} where there were none
   * @param deadlineNanos as for {@link #await}
   */
  public void keep(IntToLongFunction observed, IntToLongFunction minimum, long deadlineNanos) {
    boolean inTime = passed(written, GRACE_NANOS, extended(deadlineNanos));
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
