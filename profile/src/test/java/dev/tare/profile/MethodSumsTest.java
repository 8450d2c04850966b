package dev.tare.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MethodSumsTest {

  @Test
  void aRecursiveMethodsTotalIsNoMoreThanWhatPassed() {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(0, 1).self(0, 7).overhead(0, 2);
    int outer = tree.add(0, 0);
    tree.calls(outer, 1).self(outer, 100).overhead(outer, 10);
    int between = tree.add(outer, 1);
    tree.calls(between, 2).self(between, 20);
    int inner = tree.add(between, 0);
    tree.calls(inner, 3).self(inner, -5);
    int beside = tree.add(0, 0);
    tree.calls(beside, 4).self(beside, 1000);
    ThreadProfile thread = new ThreadProfile(1, "t", false, true, 2, tree.build(), null);
    MethodSums sums = MethodSums.of(List.of(thread, thread), 3);
    assertEquals(List.of(16L, 4L, 0L), List.of(sums.calls(0), sums.calls(1), sums.calls(2)));
    assertEquals(2 * 1095, sums.self(0));
    assertEquals(2 * 1115, sums.total(0));
    assertEquals(2 * 15, sums.total(1));
    assertEquals(20, sums.overhead(0));
    assertEquals(new ThreadSums(10, 1122, 12, 7, 2, 0, 0), thread.sums());
  }

  @Test
  void samplesAreOfTheMethodOnTop() {
    CallTreeBuilder samples = new CallTreeBuilder();
    int lower = samples.add(0, 0);
    samples.samples(0, 3).samples(lower, 4).samples(samples.add(lower, 1), 5);
    CpuSamples sampled =
        new CpuSamples(
            "", CpuSamples.CPU_TIME, 10, CpuSamples.UNKNOWN, 12, 0, 0, 0, samples.build());
    ThreadProfile thread = new ThreadProfile(1, "t", false, true, 0, CallTree.empty(), sampled);
    MethodSums sums = MethodSums.of(List.of(thread), 2);
    assertEquals(List.of(4L, 5L), List.of(sums.samples(0), sums.samples(1)));
  }
}
