package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.clock.NativeReading;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each way to read the CPU time, beside the JVM's own account, in all that a thread can go through.
 */
class CpuClockTest {
  private static final long RUN_NANOS = 300_000_000;
  private static final double TOLERANCE = 0.01;

  /**
   * As in thread_clock.c: for as long it may count what a hypervisor took, and then makes it up.
   */
  private static final long MAX_GUESS_NANOS = 4_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private LibC libC;
  private volatile boolean over;

  /** Something that a thread does for a little while. */
  private interface Step {
    void run() throws Exception;
  }

  @BeforeEach
  void load() {
    assumeTrue(NativeLibrary.load().isEmpty(), "no native library here");
    assumeTrue(TimeStampCounter.isSteady(), "no steady time-stamp counter here");
    libC = new LibC();
    TimeStampCounter.scale();
  }

  @Test
  void byPageItAgreesWhileTheThreadSleepsBlocksMigratesAndIsPreempted() throws Exception {
    try {
      new TaskClock().demandThatSwitchesShow();
    } catch (MetricUnavailableException e) {
      assumeTrue(false, e.getMessage());
    }
    CounterService service = new CounterService(new TaskClock(), reason -> {});
    service.start(() -> {});
    try {
      agreesInEverySituation(NativeReading::cpuByPage);
    } finally {
      service.stop();
    }
  }

  @Test
  void bySequenceItAgreesWhileTheThreadSleepsBlocksMigratesAndIsPreempted() throws Exception {
    Optional<String> distrust = RseqSelfTest.run(libC);
    assumeTrue(distrust.isEmpty(), distrust::get);

    agreesInEverySituation(NativeReading::cpuBySequence);
  }

  private void agreesInEverySituation(LongSupplier clock) throws Exception {
    assertAgrees("computing", clock, CpuClockTest::compute);
    assertAgrees(
        "sleeping",
        clock,
        () -> {
          compute();
          Thread.sleep(1);
        });
    assertAgrees("blocking", clock, blockingSteps());
    byte[] allowed = allowedProcessors();
    assertAgrees("migrating", clock, migratingSteps(allowed));
    List<Thread> neighbours = startBusyNeighbours(allowed);
    try {
      assertAgrees("preempted", clock, CpuClockTest::compute);
    } finally {
      over = true;
      for (Thread neighbour : neighbours) {
        neighbour.join();
      }
    }
  }

  /** On a thread of its own; the clock is read about as often as probes would. */
  private static void assertAgrees(String situation, LongSupplier clock, Step step)
      throws InterruptedException {
    FutureTask<long[]> run =
        new FutureTask<>(
            () -> {
              long last = clock.getAsLong(); // waits for its counter
              long wall = System.nanoTime();
              long beforeStart = THREADS.getCurrentThreadCpuTime();
              long start = clock.getAsLong();
              long afterStart = THREADS.getCurrentThreadCpuTime();
              while (System.nanoTime() - wall < RUN_NANOS) {
                step.run();
                long now = clock.getAsLong();
                assertTrue(
                    now - last > -MAX_GUESS_NANOS, "it went back by " + (last - now) + " ns");
                last = now;
              }
              long beforeEnd = THREADS.getCurrentThreadCpuTime();
              long read = clock.getAsLong() - start;
              long afterEnd = THREADS.getCurrentThreadCpuTime();
              return new long[] {beforeEnd - afterStart, read, afterEnd - beforeStart};
            });
    Thread thread = new Thread(run, situation);
    thread.start();
    thread.join();
    try {
      double least = run.get()[0] * (1 - TOLERANCE) - APART_NANOS;
      double read = run.get()[1];
      double most = run.get()[2] * (1 + TOLERANCE) + APART_NANOS;
      assertTrue(
          least <= read && read <= most,
          () -> situation + ": " + read + " ns, not from " + least + " to " + most);
    } catch (ExecutionException e) {
      throw new AssertionError(situation, e.getCause());
    }
  }

  /**
   * The clocks are read one after the other, and a thread that sleeps uses hardly more than that.
   */
  private static final double APART_NANOS = 100_000;

  private static volatile long result;

  /** Some tens of microseconds. */
  private static void compute() {
    long sum = result;
    for (int i = 0; i < 20_000; i++) {
      sum = sum * 31 + i;
    }
    result = sum;
  }

  /** Each step waits until another thread has written a byte. */
  private static Step blockingSteps() throws IOException {
    Pipe there = Pipe.open();
    Pipe back = Pipe.open();
    Thread echo =
        new Thread(
            () -> {
              try {
                ByteBuffer oneByte = ByteBuffer.allocate(1);
                while (there.source().read(oneByte) == 1) {
                  Thread.sleep(1);
                  oneByte.flip();
                  back.sink().write(oneByte);
                  oneByte.clear();
                }
              } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    echo.setDaemon(true);
    echo.start();
    ByteBuffer oneByte = ByteBuffer.allocate(1);
    return () -> {
      compute();
      oneByte.clear();
      there.sink().write(oneByte);
      oneByte.clear();
      back.source().read(oneByte);
    };
  }

  /** Each step goes on to the next processor. */
  private Step migratingSteps(byte[] allowed) {
    List<byte[]> processors = new ArrayList<>();
    for (int i = 0; i < allowed.length * 8; i++) {
      if ((allowed[i / 8] >> i % 8 & 1) != 0) {
        byte[] one = new byte[allowed.length];
        one[i / 8] = (byte) (1 << i % 8);
        processors.add(one);
      }
    }
    int[] step = new int[1];
    return () -> {
      compute();
      libC.setAffinity(processors.get(step[0]++ % processors.size()));
    };
  }

  private byte[] allowedProcessors() {
    byte[] allowed = new byte[128];
    libC.affinity(allowed);
    return allowed;
  }

  /** As many as there are processors, so that every thread has to share. */
  private List<Thread> startBusyNeighbours(byte[] allowed) {
    List<Thread> neighbours = new ArrayList<>();
    for (byte bits : allowed) {
      for (int i = 0; i < Integer.bitCount(bits & 0xff); i++) {
        Thread neighbour =
            new Thread(
                () -> {
                  while (!over) {
                    compute();
                  }
                });
        neighbour.start();
        neighbours.add(neighbour);
      }
    }
    return neighbours;
  }
}
