package dev.tare.it.program;

import dev.tare.it.runner.CallLog;
import dev.tare.it.runner.Dice;
import dev.tare.it.runner.Planned;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads that call methods at random, throw at random and catch at random, and log it all.
 * Arguments: seed, threads, calls of each, folder for the logs, which are called as the threads
 * are.
 */
public final class RandomCalls {
  private static final int DEEPEST = 60;

  private final CallLog log = new CallLog();
  private final Dice dice;

  private RandomCalls(Dice dice) {
    this.dice = dice;
  }

  public static void main(String[] args) throws Exception {
    long seed = Long.parseLong(args[0]);
    int count = Integer.parseInt(args[1]);
    int calls = Integer.parseInt(args[2]);
    Path folder = Path.of(args[3]);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RandomCalls program = new RandomCalls(new Dice(seed + i, calls, DEEPEST));
      Thread thread = new Thread(() -> run(program, folder), "random-" + i);
      thread.start();
      threads.add(thread);
      if (i == count / 2) {
        // The first half has ended, and may be collected, long before the profile is written.
        for (Thread early : threads) {
          early.join();
        }
        threads.clear();
        System.gc();
      }
    }
  }

  private static void run(RandomCalls program, Path folder) {
    while (program.dice.hasCallsLeft()) {
      program.startOver();
    }
    Path file = folder.resolve(Thread.currentThread().getName());
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      program.log.print(out);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void startOver() {
    log.enter("startOver");
    try {
      dispatch();
    } catch (Planned e) {
      leaf(0);
    } finally {
      log.leave(false);
    }
  }

  private void dispatch() {
    log.enter("dispatch");
    boolean returned = false;
    try {
      while (dice.callsAnother()) {
        try {
          callAny(dice.oneOf(6));
        } catch (Planned e) {
          if (dice.oneOf(2) == 0) {
            throw e;
          }
        } finally {
          dice.cameBack();
        }
      }
      if (dice.oneOf(20) == 0) {
        throw new Planned();
      }
      returned = true;
    } finally {
      log.leave(!returned);
    }
  }

  private void callAny(int which) {
    log.enter("callAny");
    boolean returned = false;
    try {
      switch (which) {
        case 0 -> first(this);
        case 1 -> second(1L, this, 2.0);
        case 2 -> third();
        case 3 -> fourth();
        case 4 -> leaf(which);
        default -> dispatch();
      }
      returned = true;
    } finally {
      log.leave(!returned);
    }
  }

  private static void first(RandomCalls calls) {
    calls.log.enter("first");
    boolean returned = false;
    try {
      calls.dispatch();
      returned = true;
    } finally {
      calls.log.leave(!returned);
    }
  }

  private static double second(long a, RandomCalls calls, double b) {
    calls.log.enter("second");
    boolean returned = false;
    try {
      calls.dispatch();
      calls.leaf((int) a);
      returned = true;
      return a + b;
    } finally {
      calls.log.leave(!returned);
    }
  }

  private synchronized void third() {
    log.enter("third");
    boolean returned = false;
    try {
      leaf(3);
      dispatch();
      returned = true;
    } finally {
      log.leave(!returned);
    }
  }

  private void fourth() {
    log.enter("fourth");
    boolean returned = false;
    try {
      for (int i = dice.oneOf(4); i > 0; i--) {
        leaf(i);
      }
      if (dice.oneOf(10) == 0) {
        throw new Planned();
      }
      returned = true;
    } finally {
      log.leave(!returned);
    }
  }

  private int leaf(int n) {
    log.enter("leaf");
    log.leave(false);
    return n + 1;
  }
}
