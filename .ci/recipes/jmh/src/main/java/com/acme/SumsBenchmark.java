package com.acme;

import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One call an operation. */
@State(Scope.Benchmark)
public class SumsBenchmark {
  private int length = 1_000;

  @Benchmark
  public long sums() {
    return sum(length);
  }

  private static long sum(int length) {
    return IntStream.range(0, length).asLongStream().sum();
  }
}
