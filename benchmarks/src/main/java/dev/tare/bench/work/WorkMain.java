package dev.tare.bench.work;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;

/**
 * Warms a work up, times its rounds and prints them: {@code WorkMain WORK WARMUP_MS MEASURE_MS},
 * both in CPU time of the thread. Standard output gets lines of {@value #PREFIX}, a key and a
 * value; other lines are the work's, or the JVM's.
 */
public final class WorkMain {
  /** Begins every line that is meant for {@link dev.tare.bench.run.WorkRun}. */
  public static final String PREFIX = "tare-bench ";

  /** Key: nanoseconds of one {@link System#nanoTime} in this JVM. */
  public static final String NANO_TIME = "nanotime_ns";

  /** Key: nanoseconds of one turn of {@link Weight}'s loop in this JVM. */
  public static final String TURN = "turn_ns";

  /** Key: number of rounds before those that count. */
  public static final String WARM_UP_ROUNDS = "warmup_rounds";

  /** Key: nanoseconds of CPU time that the thread used in one round; one line for each. */
  public static final String ROUND_CPU = "round_cpu_ns";

  /** Key: what {@link Work#round} returned. */
  public static final String RESULT = "result";

  /** System property: the profiler is to be stopped after the first rounds. */
  public static final String STOP = "tare.bench.stop";

  /**
   * System property: a profiler, where there is one, begins anew before the rounds that count, so
   * that what it says is of these.
   */
  public static final String RESET = "tare.bench.reset";

  /** Of how many rounds the mean is taken at least, however long one takes. */
  private static final int LEAST_ROUNDS = 3;

  /**
   * What is compiled when depends on how often it was called, so a slow profiler must not get fewer
   * rounds.
   */
  private static final int LEAST_WARM_UP_ROUNDS = 6;

  private static final String PROFILER = "dev.tare.api.Profiler";

  private WorkMain() {}

  public static void main(String[] args) throws IOException, SQLException {
    long warmUpNanos = Long.parseLong(args[1]) * 1_000_000;
    long measureNanos = Long.parseLong(args[2]) * 1_000_000;
    try (Work work = open(args[0])) {
      if (Boolean.getBoolean(STOP)) {
        Rounds.warmUp(work);
        Rounds.warmUp(work);
        tellProfiler("stop");
      }
      run(work, warmUpNanos, measureNanos, System.out);
    }
  }

  private static boolean isProfiled() {
    try {
      Class.forName(PROFILER);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** By name: the agent is there at run time alone. */
  private static void tellProfiler(String command) {
    try {
      Object done = Class.forName(PROFILER).getMethod(command).invoke(null);
      if (!Boolean.TRUE.equals(done)) {
        throw new IllegalStateException("there is nothing to " + command);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  static Work open(String name) throws IOException, SQLException {
    return switch (name) {
      case "fib" -> new Fib();
      case "loop" -> new InterfaceLoop();
      case "shapes" -> new Megamorphic();
      case "tree" -> new SearchTree();
      case "interpreter" -> new Interpreter();
      case "events" -> new EventQueue();
      case "routines" -> new Routines();
      case "h2" -> new H2Sql();
      case "ecj" -> new EcjCompile();
      default -> throw new IllegalArgumentException("no such work: " + name);
    };
  }

  private static void run(Work work, long warmUpNanos, long measureNanos, PrintStream out) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long result = Rounds.warmUp(work);
    int warmUpRounds = 1;
    while (warmUpRounds < LEAST_WARM_UP_ROUNDS || threads.getCurrentThreadCpuTime() < warmUpNanos) {
      requireEqual(result, Rounds.warmUp(work));
      warmUpRounds++;
    }
    print(out, WARM_UP_ROUNDS, warmUpRounds);
    // The clock is compiled for good the second time, and what counts is measured before the rounds
    // and as warm as they.
    ClockCost.nanoTimeNanos();
    ClockCost.turnNanos();
    print(out, NANO_TIME, ClockCost.nanoTimeNanos());
    print(out, TURN, ClockCost.turnNanos());
    if (Boolean.getBoolean(RESET) && isProfiled()) {
      tellProfiler("reset");
    }

    long start = threads.getCurrentThreadCpuTime();
    long cpuEnd = start;
    for (int round = 0; round < LEAST_ROUNDS || cpuEnd - start < measureNanos; round++) {
      long cpuStart = threads.getCurrentThreadCpuTime();
      long roundResult = Rounds.measured(work);
      cpuEnd = threads.getCurrentThreadCpuTime();
      requireEqual(result, roundResult);
      print(out, ROUND_CPU, cpuEnd - cpuStart);
    }
    print(out, RESULT, result);
  }

  private static void requireEqual(long expected, long actual) {
    if (actual != expected) {
      throw new IllegalStateException("a round gave " + actual + ", the first one " + expected);
    }
  }

  private static void print(PrintStream out, String key, Object value) {
    out.println(PREFIX + key + " " + value);
  }
}
