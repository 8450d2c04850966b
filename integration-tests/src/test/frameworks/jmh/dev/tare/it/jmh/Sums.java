package dev.tare.it.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** A benchmark with all that JMH tells compilers: black holes, and methods inlined and not. */
@State(Scope.Thread)
public class Sums {
  private static final int NUMBERS = 10;

  private int first = 1;

  /** Gives each sum to the black hole. */
  @Benchmark
  public void sums(Blackhole hole) {
    int sum = 0;
    for (int i = 0; i < NUMBERS; i++) {
      sum = plus(sum, times(first, i));
      hole.consume(sum);
    }
  }

  /** Called ten times for each of the benchmark's. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public int plus(int sum, int number) {
    return sum + number;
  }

  /** The same. */
  @CompilerControl(CompilerControl.Mode.INLINE)
  public int times(int one, int other) {
    return one * other;
  }
}
