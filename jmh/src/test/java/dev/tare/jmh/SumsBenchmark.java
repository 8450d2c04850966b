package dev.tare.jmh;

import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Ten calls of one method an operation, and one of another of its name. */
@State(Scope.Benchmark)
public class SumsBenchmark {
  private int length = 2_000;

  /** Sums ten times. */
  @Benchmark
  public long sums() {
    long sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += sum(i);
    }
    return sum + sum();
  }

  private long sum() {
    return length;
  }

  private long sum(int from) {
    return IntStream.range(from, from + length).mapToLong(i -> i % 7).sum();
  }
}
