package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.SampledTier;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampledThreadTest {
  private static final long PERIOD = 10_000_000;

  private final SampledThread thread = new SampledThread(PERIOD, 4);

  @Test
  void stacksAreLaidOverEachOther() {
    thread.take(stack(2, 1), PERIOD, false);
    thread.take(stack(3, 1), PERIOD, false);
    thread.take(stack(1), PERIOD, false);
    thread.take(stack(2, 1), PERIOD, true);
    CpuSamples samples = built();
    assertEquals("-1:0 1:1 2:2 3:1", text(samples.tree()));
    assertEquals(4, samples.taken());
    assertEquals(1, samples.truncated());
  }

  @Test
  void pastTheLimitOfNodesAStackEndsWhereItLeavesTheTree() {
    thread.take(stack(7, 6, 5, 4, 3), PERIOD, false);
    thread.take(stack(9), PERIOD, false);
    assertEquals("-1:1 3:0 4:0 5:1", text(built().tree()));
  }

  @Test
  void oneSampleStandsForAsManyPeriodsAsTheTimerHadRunOut() {
    thread.take(stack(1), 3 * PERIOD, false);
    thread.fail(2 * PERIOD);
    thread.lose(5, PERIOD);
    CpuSamples samples = built();
    assertEquals(3, samples.taken());
    assertEquals(2, samples.failed());
    assertEquals(5, samples.lost());
    assertEquals(10, samples.due());
  }

  @Test
  void samplesOfAShorterPeriodAddUpToWholeOnes() {
    for (int i = 0; i < 40; i++) {
      thread.take(stack(1), PERIOD / 4, false);
    }
    assertEquals(10, built().taken());
    thread.lose(20, PERIOD / 4);
    thread.lose(20, PERIOD / 4);
    assertEquals(10, built().lost());
  }

  @Test
  void whatTheKernelCountedAndNoSampleStandsForIsLost() {
    thread.take(stack(1), PERIOD, false);
    thread.lose(1, PERIOD);
    assertEquals(3, built(4 * PERIOD).lost());
    assertEquals(1, built(PERIOD).lost());
    assertEquals(1, built(CpuSamples.UNKNOWN).lost());
    CpuSamples ofExecution =
        thread.build("source", CpuSamples.EXECUTION_TIME, 4 * PERIOD, 0, method -> method);
    assertEquals(3, ofExecution.lost());
  }

  @Test
  void aWindowHasWhatCameSinceItBegan() {
    thread.take(stack(2, 1), PERIOD, true);
    thread.take(stack(3, 1), PERIOD, false);
    thread.fail(PERIOD);
    thread.lose(2, PERIOD);
    thread.begin(0);
    assertEquals("-1:0", text(built().tree()));
    assertEquals(0, built().due());
    thread.take(stack(3, 1), PERIOD, false);
    thread.take(stack(1), PERIOD, false);
    CpuSamples since = built(4 * PERIOD);
    assertEquals("-1:0 1:1 3:1", text(since.tree()));
    assertEquals(List.of(2L, 0L, 2L, 0L), counts(since));
    CpuSamples all = thread.build("source", CpuSamples.CPU_TIME, 0, 1, method -> method);
    assertEquals(List.of(4L, 1L, 2L, 1L), counts(all));
  }

  @Test
  void anEndedThreadIsAddedWithItsWindowsAndWhatItLacks() {
    thread.take(stack(2, 1), PERIOD, false);
    thread.begin(0);
    SampledThread ended = new SampledThread(PERIOD, 4);
    ended.take(stack(3, 1), PERIOD, true);
    ended.take(stack(2, 1), PERIOD, false);
    ended.lose(1, PERIOD);
    ended.begin(0);
    ended.take(stack(3, 1), PERIOD, false);
    ended.fail(PERIOD);

    thread.addAll(ended, mark -> (mark == 0 ? 4 : 9) * PERIOD);

    assertEquals("-1:0 1:0 3:1", text(built().tree()));
    assertEquals(List.of(1L, 1L, 2L, 0L), counts(built()));
    CpuSamples all = thread.build("source", CpuSamples.CPU_TIME, -1, 1, method -> method);
    assertEquals("-1:0 1:0 2:2 3:2", text(all.tree()));
    assertEquals(List.of(4L, 1L, 5L, 1L), counts(all));
    thread.begin(0);
    assertEquals(0, built().due());
  }

  @Test
  void pastTheLimitOfNodesAnEndedThreadsStacksEndWhereTheyLeaveTheTree() {
    thread.take(stack(1), PERIOD, false);
    SampledThread ended = new SampledThread(PERIOD, 9);
    ended.take(stack(1, 1, 1, 1), 2 * PERIOD, false);
    ended.begin(0);
    ended.take(stack(1, 1, 1, 1), PERIOD, false);

    thread.addAll(ended, mark -> CpuSamples.UNKNOWN);

    assertEquals("-1:0 1:1 1:0 1:1", text(built().tree()));
  }

  @Test
  void aMethodWithTwoTiersIsTwoNodesOfOneCaller() {
    int caller = SampleTree.frame(1, SampledTier.OWN);
    thread.take(new int[] {SampleTree.frame(2, SampledTier.OWN), caller}, PERIOD, false);
    thread.take(new int[] {SampleTree.frame(2, SampledTier.MERGED), caller}, 2 * PERIOD, false);
    CallTree tree = built().tree();
    assertEquals("-1:0 1:0 2:1 2:2", text(tree));
    assertEquals(SampledTier.OWN, tree.tier(1));
    assertEquals(SampledTier.OWN, tree.tier(2));
    assertEquals(SampledTier.MERGED, tree.tier(3));
  }

  private static int[] stack(int... methods) {
    return IntStream.of(methods).map(method -> SampleTree.frame(method, SampledTier.OWN)).toArray();
  }

  private static List<Long> counts(CpuSamples samples) {
    return List.of(samples.taken(), samples.failed(), samples.lost(), samples.truncated());
  }

  private CpuSamples built() {
    return built(CpuSamples.UNKNOWN);
  }

  private CpuSamples built(long cpuNanos) {
    return thread.build("source", CpuSamples.CPU_TIME, cpuNanos, 0, method -> method);
  }

  private static String text(CallTree tree) {
    StringBuilder text = new StringBuilder();
    for (int node = 0; node < tree.size(); node++) {
      text.append(node == 0 ? "" : " ").append(tree.method(node)).append(':');
      text.append(tree.samples(node));
    }
    return text.toString();
  }
}
