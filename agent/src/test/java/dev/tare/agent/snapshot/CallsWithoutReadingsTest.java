package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.CallPrices;
import dev.tare.agent.budget.Tier;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.MethodsWithTiers;
import dev.tare.profile.TreeNodes;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Full mode's calls without readings are subtracted from the methods in whose intervals they are.
 */
class CallsWithoutReadingsTest {
  private static final CallPrices PRICES = new CallPrices(8, 5, 3, 1);
  private static final int CALLS = 1_000;
  private static final int SHALLOW = 2_000;
  private static final int TIMES = 16;

  private final MethodRegistry registry = new MethodRegistry();
  private final int timed = id("timed");
  private final int counted = id("counted");
  private final int alone = id("alone");
  private final int flat = id("flat");

  private int id(String name) {
    return registry.id("p/Methods", name, "()V", null, 0);
  }

  /** Calls have the price of the probe that counted them, whatever the method's tier is now. */
  @ParameterizedTest
  @EnumSource(names = {"COUNTED", "FLAT", "MERGED"})
  void theNearestCallerWithReadingsPaysForThem(Tier now) {
    MethodsWithTiers.tellEntryAlone(registry, alone, now);
    ProfilerSection section =
        ProfilerSection.begin(); // Its recorder is in no other test's profile.
    ThreadRecorder recorder = section.recorder();
    int entered = recorder.enter(timed << 1, Kind.C2_STATIC);
    for (int i = 0; i < CALLS; i++) {
      recorder.count(counted << 1);
      recorder.count(alone << 1);
      recorder.countFlat(flat << 1);
    }
    recorder.exit(Reading.now(), entered, Kind.C2_STATIC);
    TreeCounts until = TreeCounts.of(recorder);
    long[] plain = self(recorder, until, null);
    CallOverhead calls =
        new CallOverhead(true, new CategoryStatistics(), PRICES, new double[Long.SIZE]);
    long[] adjusted = self(recorder, until, calls);
    until.free();
    section.end();
    assertEquals(0, adjusted[counted], "it has no readings, and no self");
    assertEquals(0, adjusted[alone]);
    assertTrue(plain[timed] > 0);
    assertEquals(CALLS * (8 + 5 + 3), plain[timed] - adjusted[timed]);
  }

  @Test
  void aDeeperRecursionTakesNoLongerForEachOfItsCalls() {
    double shallow = nanosToRead(SHALLOW);
    double deep = nanosToRead(TIMES * SHALLOW);
    assertTrue(deep < 4 * TIMES * shallow, () -> deep + " ns, and " + shallow + " for a part");
  }

  /**
   * The least time that it takes to make a tree of open calls without readings, each in the last.
   */
  private double nanosToRead(int depth) {
    ProfilerSection section = ProfilerSection.begin();
    ThreadRecorder recorder = section.recorder();
    int[] entered = new int[depth];
    for (int i = 0; i < depth; i++) {
      entered[i] = recorder.enterCounted(counted << 1);
    }
    // Where tiers are not known, as here, to make a node takes a reading: before the window.
    TreeCounts from = TreeCounts.of(recorder);
    TreeCounts until = TreeCounts.of(recorder);
    assertTrue(until.count() > depth, () -> until.count() + " nodes");
    CallOverhead calls =
        new CallOverhead(true, new CategoryStatistics(), PRICES, new double[Long.SIZE]);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long begun = System.nanoTime();
      new RecorderTree(
              recorder, from, until, calls, CodeFacts.of(registry, RecordingPauses.current().begun))
          .free();
      least = Math.min(least, System.nanoTime() - begun);
    }
    until.free();
    from.free();
    for (int i = depth - 1; i >= 0; i--) {
      recorder.exitCounted(entered[i]);
    }
    section.end();
    return least;
  }

  /** By method, the self of its nodes. */
  private long[] self(ThreadRecorder recorder, TreeCounts until, @Nullable CallOverhead calls) {
    RecorderTree tree =
        new RecorderTree(
            recorder, null, until, calls, CodeFacts.of(registry, RecordingPauses.current().begun));
    MethodIndexes indexes = new MethodIndexes(registry);
    Map<Integer, Long> byIndex = new HashMap<>();
    TreeNodes nodes = tree.nodes(indexes);
    while (nodes.next()) {
      byIndex.merge(nodes.method(), nodes.self(), Long::sum);
    }
    tree.free();
    long[] self = new long[flat + 1];
    for (int method = 0; method <= flat; method++) {
      self[method] = byIndex.getOrDefault(indexes.ofWoven(method << 1), 0L);
    }
    return self;
  }
}
