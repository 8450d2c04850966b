package dev.tare.it.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that call methods at random, and count their calls. While all of them wait, the profiler
 * is stopped, started, reset or told to write a profile, at random, and the calls that the profile
 * must have are written beside it. Arguments: folder, seed, rounds.
 */
public final class ControlsAtRandom {
  private static final int THREADS = 4;
  private static final int DEEPEST = 30;

  private final Path folder;
  private final Random random;
  private final List<Worker> workers = new ArrayList<>();
  private final CyclicBarrier barrier = new CyclicBarrier(THREADS + 1);
  private final Map<String, Long> recorded = new TreeMap<>();
  private boolean isRecording = true;
  private int dumps;

  private ControlsAtRandom(Path folder, long seed) {
    this.folder = folder;
    this.random = new Random(seed);
    for (int i = 0; i < THREADS; i++) {
      workers.add(new Worker(barrier, random.nextLong()));
    }
  }

  public static void main(String[] args) throws Exception {
    ControlsAtRandom program = new ControlsAtRandom(Path.of(args[0]), Long.parseLong(args[1]));
    int rounds = Integer.parseInt(args[2]);
    for (Worker worker : program.workers) {
      worker.setDaemon(true);
      worker.start();
    }
    program.round();
    program.reset(); // From here on all workers have recorders.
    for (int round = 0; round < rounds; round++) {
      program.round();
      program.control();
    }
    program.dump();
  }

  private void round() throws Exception {
    barrier.await();
    barrier.await();
    count();
  }

  private void count() {
    for (Worker worker : workers) {
      if (isRecording) {
        worker.calls.forEach((method, calls) -> recorded.merge(method, calls, Long::sum));
      }
      worker.calls.clear();
    }
  }

  private void reset() throws ReflectiveOperationException {
    profiler("reset");
    recorded.clear();
  }

  private void control() throws ReflectiveOperationException {
    int chosen = random.nextInt(12);
    if (chosen == 0) {
      reset();
    } else if (chosen == 1 && isRecording) {
      profiler("stop");
      isRecording = false;
    } else if (chosen <= 4 && !isRecording) {
      profiler("start");
      isRecording = true;
    } else if (chosen == 5) {
      dump();
    }
  }

  private void dump() throws ReflectiveOperationException {
    dumps++;
    mustBeTrue(
        Class.forName("dev.tare.api.Profiler")
            .getMethod("dump", Path.class)
            .invoke(null, folder.resolve(dumps + ".json")));
    List<String> lines = new ArrayList<>();
    recorded.forEach((method, calls) -> lines.add(method + " " + calls));
    try {
      Files.write(folder.resolve(dumps + ".calls"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void profiler(String operation) throws ReflectiveOperationException {
    mustBeTrue(Class.forName("dev.tare.api.Profiler").getMethod(operation).invoke(null));
  }

  private static void mustBeTrue(Object done) {
    if (!done.equals(true)) {
      throw new IllegalStateException("refused");
    }
  }

  /** Calls its methods, and counts that. */
  private static final class Worker extends Thread {
    private final CyclicBarrier barrier;
    private final Random random;
    private final Map<String, Long> calls = new TreeMap<>();
    private Object kept = this;
    private int sum;

    Worker(CyclicBarrier barrier, long seed) {
      super("worker");
      this.barrier = barrier;
      this.random = new Random(seed);
    }

    @Override
    public void run() {
      try {
        while (true) {
          barrier.await();
          work();
          barrier.await();
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private void count(String method) {
      calls.merge(method, 1L, Long::sum);
    }

    private void work() {
      count("work");
      int steps = 100 + random.nextInt(2_000);
      for (int i = 0; i < steps; i++) {
        step(random.nextInt(100));
      }
    }

    private void step(int chosen) {
      count("step");
      if (chosen < 60) {
        loop(chosen);
      } else if (chosen < 80) {
        sum += recurse(random.nextInt(DEEPEST));
      } else if (chosen < 90) {
        allocate(random.nextInt(20_000));
      } else if (chosen < 98) {
        caught();
      } else {
        pause();
      }
    }

    private void loop(int turns) {
      count("loop");
      for (int i = 0; i < turns; i++) {
        sum += i * sum;
      }
    }

    private int recurse(int depth) {
      count("recurse");
      return depth == 0 ? leaf() : recurse(depth - 1) + leaf();
    }

    private int leaf() {
      count("leaf");
      return sum;
    }

    private void allocate(int bytes) {
      count("allocate");
      kept = new byte[bytes];
    }

    private void caught() {
      count("caught");
      try {
        thrown(random.nextInt(DEEPEST));
      } catch (ArithmeticException e) {
        sum++;
      }
    }

    private int thrown(int depth) {
      count("thrown");
      return depth == 0 ? sum / (depth * kept.hashCode()) : thrown(depth - 1) + 1;
    }

    private void pause() {
      count("pause");
      LockSupport.parkNanos(1);
    }
  }
}
