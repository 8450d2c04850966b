package dev.tare.runtime.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets two threads race on fresh states, again and again. The two go through a batch of states side
 * by side, so that they meet in most of them, each time at another place.
 */
public final class Race {
  private static final boolean NIGHTLY = Boolean.getBoolean("tare.nightly");
  private static final int RACERS = 2;
  private static final int BATCH = 50;

  private Race() {}

  /** Whether this is the profile nightly, for which nothing else uses the machine. */
  public static boolean isNightly() {
    return NIGHTLY;
  }

  /** A number of rounds: the first in the normal build, the second in the profile nightly. */
  public static int rounds(int normally, int nightly) {
    return NIGHTLY ? nightly : normally;
  }

  /**
   * Lets each thread do its part at once with the other, as nearly as can be.
   *
   * @param judge what is looked at when both are done
   */
  public static <S> void run(
      int rounds, Supplier<S> fresh, Consumer<S> one, Consumer<S> other, Consumer<S> judge)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(RACERS);
    try {
      for (int done = 0; done < rounds; done += BATCH) {
        List<S> states = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
          states.add(fresh.get());
        }
        AtomicInteger ready = new AtomicInteger();
        Future<?> first = threads.submit(() -> start(states, one, ready));
        Future<?> second = threads.submit(() -> start(states, other, ready));
        first.get();
        second.get();
        states.forEach(judge);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static <S> void start(List<S> states, Consumer<S> racer, AtomicInteger ready) {
    ready.incrementAndGet();
    while (ready.get() < RACERS) {
      Thread.onSpinWait();
    }
    states.forEach(racer);
  }
}
