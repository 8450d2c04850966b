package dev.tare.bench.probe;

import dev.tare.bench.target.Calls;
import dev.tare.bench.target.WideParent;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Calls of methods of {@link dev.tare.bench.target}, by kinds; an operation is one call. Without
 * the agent most of them vanish in compilation; what is left is subtracted from what they cost with
 * it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class CallBenchmark {
  private static final int RECEIVERS = 4;
  private static final int DEPTH = 500;
  private static final int FIB = 20;
  private static final int FIB_CALLS = 21_891;
  private static final int CHILDREN = 50;

  private final Calls calls = new Calls();
  private final Calls.Action one = new Calls.First();
  private final Calls.Action[] four = {
    new Calls.First(), new Calls.Second(), new Calls.Third(), new Calls.Fourth()
  };
  private final RuntimeException thrown = new RuntimeException("thrown again and again");
  private int drawn = 1;

  /** One reading of the clock, to tell the others by. */
  @Benchmark
  public long nanoTime() {
    return System.nanoTime();
  }

  @Benchmark
  public void staticEmpty() {
    Calls.empty();
  }

  @Benchmark
  public int virtualGetter() {
    return calls.getter();
  }

  @Benchmark
  public void interfaceOneReceiver() {
    one.act();
  }

  @Benchmark
  @OperationsPerInvocation(RECEIVERS)
  public void interfaceFourReceivers() {
    for (Calls.Action action : four) {
      action.act();
    }
  }

  @Benchmark
  @OperationsPerInvocation(2)
  public void alternatingChildren() {
    Calls.empty();
    Calls.emptyToo();
  }

  @Benchmark
  @OperationsPerInvocation(CHILDREN + 1)
  public int fiftyChildrenInOrder() {
    return WideParent.inOrder(1);
  }

  @Benchmark
  @OperationsPerInvocation(2)
  public int fiftyChildrenByLot() {
    drawn = drawn * 1103515245 + 12345;
    return WideParent.one((drawn >>> 16) % CHILDREN, 1);
  }

  @Benchmark
  public void exceptionalExit(Blackhole blackhole) {
    try {
      Calls.thrower(thrown);
    } catch (RuntimeException e) {
      blackhole.consume(e);
    }
  }

  @Benchmark
  @OperationsPerInvocation(DEPTH + 1)
  public int deepRecursion() {
    return Calls.recurse(DEPTH);
  }

  @Benchmark
  @OperationsPerInvocation(FIB_CALLS)
  public int fib() {
    return Calls.fib(FIB);
  }
}
