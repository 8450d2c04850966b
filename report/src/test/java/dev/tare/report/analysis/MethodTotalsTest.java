package dev.tare.report.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.Profiles;
import java.util.List;
import org.junit.jupiter.api.Test;

class MethodTotalsTest {

  @Test
  void recursionIsCountedOnce() {
    Profile profile = Profiles.small();
    MethodTotals totals = MethodTotals.of(profile.threads(), 2);
    assertEquals(8, totals.calls(0));
    assertEquals(1170, totals.self(0));
    assertEquals(160, totals.overhead(0));
    assertEquals(1000 + 200 + 4000 - 30, totals.total(0));
    assertEquals(60, totals.calls(1));
    assertEquals(4830, totals.self(1));
    assertEquals(4000 - 30 + 30 + 800, totals.total(1));
    assertEquals(6000, totals.selfSum());
    assertEquals(500, totals.outside());
    assertArrayEquals(new int[] {1, 0}, totals.bySelf());
  }

  /** In this window {@code run} only called others, and {@code poll} only waited. */
  @Test
  void callsFromBeforeTheWindowAreMetIfTheyWaitedOrCalled() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int run = tree.add(0, 0);
    tree.carried(run, 1).open(run, 1);
    int poll = tree.add(run, 1);
    tree.carried(poll, 1).open(poll, 1).self(poll, 500).waiting(poll, 500);
    int work = tree.add(run, 2);
    tree.calls(work, 1).self(work, 7);
    ThreadProfile working = Profiles.thread(1, "poller", tree.build()).working();
    MethodTotals totals = MethodTotals.of(List.of(working), 3);
    assertEquals(0, totals.self(1));
    assertArrayEquals(new int[] {2, 0, 1}, totals.bySelf());
  }

  @Test
  void aChainOfAMillionCallsOfOneMethodIsOneTotal() {
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      int node = tree.add(i, 0);
      tree.calls(node, 1).self(node, 2);
    }
    MethodTotals totals = MethodTotals.of(List.of(Profiles.thread(1, "deep", tree.build())), 1);
    assertEquals(2_000_000, totals.total(0));
    assertEquals(2_000_000, totals.self(0));
    assertEquals(1_000_000, totals.calls(0));
  }
}
