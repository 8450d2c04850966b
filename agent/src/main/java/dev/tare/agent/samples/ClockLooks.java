package dev.tare.agent.samples;

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
  /** A look at all clocks every so often at most, and never more than this part of the time. */
  private static final long LOOK_NANOS = 20_000_000;

  private static final long LOOK_SHARE = 500;

  /** The first looks are slow, since nothing is compiled yet. */
  private static final long MAX_PAUSE_NANOS = 250_000_000;

  /** Where all threads together used less than a part in so many of a pause, the next is longer. */
  private static final long IDLE_SHARE = 20;

  private static final long MAX_IDLE_NANOS = 1_000_000_000;

  /** Then looks take this part of the time: with few threads there may be many a second. */
  private static final long IDLE_LOOK_SHARE = 3_000;

  private final long listedFromNanos;
  private final Supplier<Set<Long>> listed;
  private final Consumer<Set<Long>> list;

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
   */
  ClockLooks(long listedFromNanos, Supplier<Set<Long>> listed, Consumer<Set<Long>> list) {
    this.listedFromNanos = listedFromNanos;
    this.listed = listed;
    this.list = list;
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
      clocks.get().beginAnew();
      clocks.get().lookAtAll();
    }
    isOn = true;
    LockSupport.unpark(looker);
  }

  /** Looks no more until {@link #begin}. */
  void pause() {
    isOn = false;
  }

  /** The clocks; empty where there are none, or none yet. */
  Optional<ThreadClocks> clocks() {
    return clocks;
  }

  private void lookAgainAndAgain() {
    ProfilerSection.begin();
    try {
      clocks = ThreadClocks.find();
      clocks.ifPresent(ThreadClocks::lookAtAll); // the first look is slow
    } finally {
      hasLooked.countDown();
    }
    clocks.ifPresent(this::lookAgainAndAgain);
  }

  private void lookAgainAndAgain(ThreadClocks found) {
    long pause = LOOK_NANOS;
    while (true) {
      if (isOn) {
        LockSupport.parkNanos(pause); // who began has just looked
      } else {
        LockSupport.park();
      }
      if (!isOn) {
        continue; // Stopped meanwhile: what threads use now is not asked for.
      }
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
      long least = Math.max(LOOK_NANOS, Math.min(LOOK_SHARE * cost, MAX_PAUSE_NANOS));
      boolean isIdle = IDLE_SHARE * used.get() < pause;
      long most = Math.min(IDLE_LOOK_SHARE * cost, MAX_IDLE_NANOS);
      pause = isIdle ? Math.max(least, Math.min(2 * pause, most)) : least;
    }
  }
}
