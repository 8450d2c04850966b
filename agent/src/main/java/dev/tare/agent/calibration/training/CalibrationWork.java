package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.store.CalibrationStoreOption;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives the runtime what is known of the overheads: from the file of an earlier run, or else from a
 * calibration run. Works on a thread of its own, beside the application's start.
 */
public final class CalibrationWork implements Runnable {
  /** So long after the calibration run's begin, a program that ends earlier is held up for it. */
  private static final long MAX_WAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(550);

  /** For a calibration run that was cut to make something of what it has. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /**
   * When to warm probes up, or to measure again, where something is known: programs that end at
   * once need it not, and others meet interpreted probes until then (docs/adr/0160).
   */
  private static final long MORE_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** How often a thread that waits for this one's looks whether it is there. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final String TRAINED = "trained";

  private final CalibrationStoreOption keeping;
  private final Fingerprint.Subject subject;
  private final Consumer<String> say;
  private final CalibrationEffort effort = CalibrationEffort.ofThisJvm();

  /** Something is known, or never will be. */
  private final CountDownLatch known = new CountDownLatch(1);

  /** Nothing more will be known. */
  private final CountDownLatch ended = new CountDownLatch(1);

  volatile @Nullable Thread thread;

  private volatile @Nullable Given given;

  /**
   * What the runtime has been given.
   *
   * @param source {@code trained}, or a file's path
   */
  public record Given(CalibrationStatistics statistics, String source) {}

  /** One that does not begin. */
  CalibrationWork(
      CalibrationStoreOption keeping, Fingerprint.Subject subject, Consumer<String> say) {
    this.keeping = keeping;
    this.subject = subject;
    this.say = say;
  }

  /**
   * Begins.
   *
   * @param say told, in a line, what the user must know
   */
  public static CalibrationWork start(
      CalibrationStoreOption keeping, Fingerprint.Subject subject, Consumer<String> say) {
    CalibrationWork work = new CalibrationWork(keeping, subject, say);
    if (keeping.isOff()) {
      work.end();
    } else {
      Thread thread = ProfilerThreads.daemon("tare-calibration", work);
      thread.setUncaughtExceptionHandler((ended, e) -> work.end());
      work.thread = thread;
      thread.start();
    }
    return work;
  }

  @Override
  public void run() {
    ProfilerSection work = ProfilerSection.begin();
    try {
      calibrate(work);
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      say.accept("warning: training failed, overheads are less exactly known: " + e);
    } finally {
      work.end();
      end();
    }
  }

  private void calibrate(ProfilerSection work) throws ReflectiveOperationException {
    KeptStatistics file = new KeptStatistics(keeping, Fingerprint.here(subject), say);
    CalibrationStatistics kept = file.read();
    Convergence reached = null;
    if (kept != null) {
      publish(kept, file.path(), kept.knownWithoutDrift());
      reached = kept.convergence();
      LockSupport.parkNanos(MORE_AFTER_NANOS);
      if (!effort.goesOn()) {
        return;
      }
    }
    boolean measures = reached != Convergence.COMPLETE;
    if (measures || subject.readsAtEveryProbe()) {
      CalibrationRun run = CalibrationRun.of(subject, work, effort);
      run.warmUp(measures ? CalibrationKernels.PLAIN_TURNS : 0);
      if (kept != null) {
        Calibration.publish(kept.known());
      }
      if (measures) {
        measureThrice(run, reached, file);
        file.sayWhatWasNotWritten();
      }
    }
  }

  /**
   * The fastest counts: at a start, compilers and the application share the processor, and what is
   * measured is too long.
   */
  private void measureThrice(
      CalibrationRun run, @Nullable Convergence reached, KeptStatistics file) {
    measure(run, reached, file);
    for (int seconds = 1; seconds <= 2 && effort.goesOn(); seconds++) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(seconds));
      if (effort.goesOn()) {
        measure(run, reached, file);
      }
    }
  }

  private void measure(CalibrationRun run, @Nullable Convergence reached, KeptStatistics file) {
    Given earlier = given;
    CalibrationStatistics measured = run.measure();
    if (earlier != null && earlier.source.equals(TRAINED)) {
      measured = measured.orBetter(earlier.statistics);
    } else if (earlier != null && measured.convergence() == Convergence.CUT) {
      return; // It knows less than what an earlier run has kept.
    }
    publish(measured, TRAINED, measured.known());
    if (reached == null || measured.convergence().compareTo(reached) < 0) {
      file.write(measured);
    }
  }

  private void publish(CalibrationStatistics statistics, String from, KnownOverheads overheads) {
    given = new Given(statistics, from);
    Calibration.publish(overheads);
    known.countDown();
  }

  /** Nothing more is to come: where nothing is known, what threads see themselves is all. */
  private void end() {
    if (given == null) {
      Calibration.publish(KnownOverheads.NOTHING);
    }
    known.countDown();
    ended.countDown();
  }

  /**
   * Waits until something is known, but for so long after the start only, and ends the calibration
   * run: the program is over. Where the user named a file, it waits until the run ends by itself.
   *
   * @param deadlineNanos the {@link System#nanoTime} at which it gives up; {@link
   *     CalibrationEffort#MAX_NANOS} later where the user named a file
   */
  public void await(long deadlineNanos) {
    boolean inTime = passed(known, MAX_WAITED_NANOS - effort.nanos(), deadlineNanos);
    effort.end();
    LockSupport.unpark(thread);
    if (!inTime) {
      passed(known, GRACE_NANOS, deadlineNanos);
    }
  }

  /** All of it takes longer where the user asks for a file of what is learnt. */
  private boolean passed(CountDownLatch latch, long nanos, long deadlineNanos) {
    long more = keeping.named().isPresent() ? CalibrationEffort.MAX_NANOS : 0;
    long now = System.nanoTime();
    long until = now + Math.min(nanos, deadlineNanos - now) + more;
    try {
      while (!latch.await(Math.min(LOOK_NANOS, until - System.nanoTime()), TimeUnit.NANOSECONDS)) {
        if (hasDied()) {
          end();
        } else if (until - System.nanoTime() <= 0) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Where the heap is full to the last byte, a thread may end before it can say so. */
  private boolean hasDied() {
    Thread worker = thread;
    return worker != null && !worker.isAlive();
  }

  /** What is known; empty where nothing is. */
  public Optional<Given> given() {
    return Optional.ofNullable(given);
  }

  /**
   * Waits until what is known has been kept; to be called behind {@link #await}.
   *
   * @param deadlineNanos as for {@link #await}
   */
  public void keep(long deadlineNanos) {
    boolean isNamed = keeping.named().isPresent();
    if (mayBeKept(given, isNamed) && !passed(ended, GRACE_NANOS, deadlineNanos) && isNamed) {
      say.accept("calstats not written: the run ended before the training did");
    }
  }

  /**
   * Whether a calibration run that has been ended may write a file yet. One that was cut does so
   * only where there is no file: it is no better than what an earlier run has kept.
   *
   * @param given what is known by now
   * @param isNamed whether the user named the file: then the run goes on
   */
  static boolean mayBeKept(@Nullable Given given, boolean isNamed) {
    return isNamed || given == null || given.source.equals(TRAINED);
  }
}
