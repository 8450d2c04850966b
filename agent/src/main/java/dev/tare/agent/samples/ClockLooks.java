package dev.tare.agent.samples;

import dev.tare.agent.budget.LookPauses;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A thread that looks at the clocks of all threads, again and again. */
final class ClockLooks {
  /** Between looks at all clocks. The first are slow, since nothing is compiled yet. */
  private static final LookPauses PAUSES = new LookPauses(20_000_000, 500, 250_000_000);

  /** Where all threads together used less than a part in so many of a pause, the next is longer. */
  private static final long IDLE_SHARE = 20;

  /** Then no longer than these: with few threads there may be many looks a second. */
  private static final LookPauses IDLE_PAUSES = new LookPauses(0, 3_000, 1_000_000_000);

  private final long listedFromNanos;
  private final Supplier<Set<Long>> listed;
  private final Consumer<Set<Long>> list;
  private final Supplier<Optional<ThreadClocks>> finder;

  /** Found while the recording is opened, since that takes a while. */
  private volatile Optional<ThreadClocks> clocks = Optional.empty();

  /** At zero where it is known whether there are clocks. */
  private final CountDownLatch hasLooked = new CountDownLatch(1);

  private volatile @Nullable Thread looker;
  private volatile boolean isOn;

  /**
   * Looks that have not begun.
   *
   * @param listedFromNanos threads that used so much CPU time are to be listed by themselves
   * @param listed the ids of those that are
   * @param list lists these too, if they are not yet
   * @param finder finds the clocks
   */
  ClockLooks(
      long listedFromNanos,
      Supplier<Set<Long>> listed,
      Consumer<Set<Long>> list,
      Supplier<Optional<ThreadClocks>> finder) {
    this.listedFromNanos = listedFromNanos;
    this.listed = listed;
    this.list = list;
    this.finder = finder;
  }

  /** Finds the clocks, the first time it is called, in a thread of its own. */
  void find() {
    if (looker == null) {
      looker = ProfilerThreads.daemon("tare-clocks", this::lookAgainAndAgain);
      looker.start();
    }
  }

  /** Begins to look, or goes on, once it is known whether there are clocks. */
  void begin() {
    try {
      hasLooked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (clocks.isPresent()) {
      clocks.get().lookAtAll();
      clocks.get().resume();
    }
    isOn = true;
    LockSupport.unpark(looker);
  }

  /** Looks once more, and then no more until {@link #begin}. */
  void pause() {
    isOn = false;
    try {
      clocks.ifPresent(ThreadClocks::lookAtAll);
    } finally {
      clocks.ifPresent(ThreadClocks::pause);
    }
  }

  /**
   * Pauses for good, as no more samples are taken, and holds the clocks at this: what the calling
   * thread uses to read the last ones is nobody's.
   */
  void endHeld() {
    pause();
    clocks.ifPresent(ThreadClocks::hold);
  }

  /** The clocks; empty where there are none, or none yet. */
  Optional<ThreadClocks> clocks() {
    return clocks;
  }

  private void lookAgainAndAgain() {
    ProfilerSection.begin();
    try {
      clocks = finder.get();
      clocks.ifPresent(ThreadClocks::lookAtAll); // the first look is slow
    } finally {
      hasLooked.countDown();
    }
    clocks.ifPresent(this::lookAgainAndAgain);
  }

  private void lookAgainAndAgain(ThreadClocks found) {
    long pause = PAUSES.leastNanos();
    while (true) {
      if (isOn) {
        LockSupport.parkNanos(pause); // who began has just looked
      } else {
        LockSupport.park();
      }
      if (!isOn) {
        continue; // Stopped meanwhile: what threads use now is not asked for.
      }
      try {
        pause = look(found, pause);
      } catch (OutOfMemoryError e) {
        // The next look sees all that this one did not.
      }
    }
  }

  /** Looks after a pause; the next pause. */
  private long look(ThreadClocks found, long pause) {
    long from = found.ownNanos();
    AtomicLong used = new AtomicLong();
    Set<Long> unlisted = new HashSet<>();
    found.lookAtAll(
        clock -> {
          used.addAndGet(clock.usedNanos());
          if (clock.usedNanos() > 0 && clock.nanos() >= listedFromNanos) {
            unlisted.add(clock.threadId);
          }
        });
    Set<Long> known = listed.get();
    if (!known.containsAll(unlisted)) {
      list.accept(unlisted);
    }
    found.forgetEnded(known);
    long cost = found.ownNanos() - from;
    long least = PAUSES.after(cost);
    boolean isIdle = IDLE_SHARE * used.get() < pause;
    return isIdle ? Math.max(least, Math.min(2 * pause, IDLE_PAUSES.after(cost))) : least;
  }
}
