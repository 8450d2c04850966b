package dev.tare.agent.budget;

import dev.tare.runtime.memory.Column;
import java.time.Instant;
import java.util.BitSet;

/**
 * The program as the controller sees it. Called by the controller's thread alone, but for what any
 * thread may ask.
 */
public interface ProgramView {
  /** A {@link #recording} while nothing is recorded. */
  int NO_RECORDING = 0;

  /**
   * CPU time of the application's threads in nanoseconds, those that ended included, from any zero,
   * never falling, without {@link #weavingNanos}. The profiler's, the collector's and the
   * compilers' threads do not count. Takes a microsecond or so for each thread. Any thread may ask.
   */
  long cpuNanos();

  /**
   * CPU time that the application's threads spent in weaving classes since {@link #cpuNanos} was
   * asked first, in nanoseconds. Any thread may ask.
   */
  default long weavingNanos() {
    return 0;
  }

  /**
   * Which recording goes on: each has another number, from 1. {@link #NO_RECORDING} where calls may
   * be missing: between two recordings, and while probes are put in or taken out at their ends. Any
   * thread may ask.
   */
  default int recording() {
    return 1;
  }

  /** What was counted so far. Walks the trees: asked for at each look. */
  Reading read();

  /**
   * All that was counted, with what readings measured in methods in place of {@link #cpuNanos},
   * which takes 50 ms for the first time. 0 where readings do not measure time. The compilers' time
   * is not known.
   */
  default Reading readTrees() {
    return read();
  }

  /**
   * Samples that were taken between two moments, as far as they are known. {@link
   * ProbeSamples#NONE} where none are taken. No later call asks for an earlier moment.
   *
   * @param isWarm whether the code that ran then was compiled
   */
  ProbeSamples samples(Instant from, Instant to, boolean isWarm);

  /** Whether there are samples of the program's start, or of its end, that are not read yet. */
  default boolean areSamplesBehind() {
    return false;
  }

  /**
   * Numbers of the methods that are called so often that they have compiled code at this moment;
   * none where that is not known.
   */
  BitSet compiled();

  /** What the class file says of a method that {@link Reading#calls} has a place for. */
  MethodTraits traits(int method);

  /** What it says of the method's code. */
  default CodeTraits code(int method) {
    return traits(method).code();
  }

  /** What is woven into the method at present. */
  Tier tier(int method);

  /** One reading. Whoever gives it away does not change it. */
  final class Reading {
    /** A {@link #compilerNanos} where the JVM does not say. */
    public static final long NOT_KNOWN = -1;

    /** Of a program that just began. */
    static final Reading NONE =
        new Reading(0, new long[0], new long[0], new BitSet(), NOT_KNOWN, Instant.MIN);

    final long cpuNanos;

    /** How many methods it has a place for. */
    final int methods;

    // By method.
    private final Column calls;
    private final Column self;

    final BitSet roots;
    final long compilerNanos;
    final Instant at;

    /**
     * A reading.
     *
     * @param cpuNanos as {@link ProgramView#cpuNanos}, at the time of the counts
     * @param calls by method number: exact calls since the agent's start, never falling, neither by
     *     {@code reset} nor by a thread's end; those of a method without a probe stay as they are
     * @param self by method number: the metric of its own code without waits, in any unit; as long
     *     as {@code calls}
     * @param roots numbers of methods that were entered with nothing woven below them on the stack
     * @param compilerNanos how long the JVM's compilers have worked so far; {@link #NOT_KNOWN}
     *     where the JVM does not say
     * @param at the moment of the counts
     */
    public Reading(
        long cpuNanos, long[] calls, long[] self, BitSet roots, long compilerNanos, Instant at) {
      this.cpuNanos = cpuNanos;
      this.methods = calls.length;
      this.calls = Column.of(calls);
      this.self = Column.of(self);
      this.roots = roots;
      this.compilerNanos = compilerNanos;
      this.at = at;
    }

    /** Calls of a method; 0 of one that is younger than the reading. */
    long calls(int method) {
      return calls.get(method);
    }

    /** How many methods were called. */
    int called() {
      int called = 0;
      for (int method = 0; method < methods; method++) {
        called += calls.get(method) > 0 ? 1 : 0;
      }
      return called;
    }

    /** The self of a method; 0 of one that is younger than the reading. */
    long self(int method) {
      return self.get(method);
    }
  }
}
