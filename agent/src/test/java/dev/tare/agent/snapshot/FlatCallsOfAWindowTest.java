package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.MethodsWithTiers;
import dev.tare.profile.TreeNodes;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ThreadRecorder;
import org.junit.jupiter.api.Test;

/** A method had probes of its own before the window began, and is flat since. */
class FlatCallsOfAWindowTest {
  private static final int CALLS = 100;

  private final MethodRegistry registry = new MethodRegistry();
  private final int caller = registry.id("p/Methods", "caller", "()V", null, 0);
  private final int callee = registry.id("p/Methods", "callee", "()V", null, 0);

  @Test
  void theyAreToldBelowTheCallerWhoseCodeImpliesThem() {
    MethodsWithTiers.tellFlat(registry, callee, caller, true);
    ProfilerSection section = ProfilerSection.begin();
    ThreadRecorder recorder = section.recorder();
    call(recorder, () -> recorder.count(callee << 1));
    TreeCounts from = TreeCounts.of(recorder);
    for (int i = 0; i < CALLS; i++) {
      call(recorder, () -> recorder.countFlat(callee << 1));
    }
    TreeCounts until = TreeCounts.of(recorder);
    RecorderTree tree =
        new RecorderTree(
            recorder, from, until, null, CodeFacts.of(registry, RecordingPauses.current().begun));
    long told = 0;
    MethodIndexes indexes = new MethodIndexes(registry);
    TreeNodes nodes = tree.nodes(indexes);
    while (nodes.next()) {
      told += nodes.method() == indexes.ofWoven(callee << 1) ? nodes.calls() : 0;
    }
    long events = tree.events();
    tree.free();
    until.free();
    from.free();
    section.end();
    assertEquals(CALLS, told);
    assertEquals(2 * (CALLS + CALLS), events);
  }

  private void call(ThreadRecorder recorder, Runnable body) {
    int entered = recorder.enter(caller << 1, Kind.C2_STATIC);
    body.run();
    recorder.exit(Reading.now(), entered, Kind.C2_STATIC);
  }
}
