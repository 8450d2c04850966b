package dev.tare.report.sum;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Interruptions;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import org.jspecify.annotations.Nullable;

/** Threads of one group, added up. */
final class ThreadSum {
  private final TreeUnion nodes = new TreeUnion();
  private final NodeValues values = new NodeValues();
  private final TreeUnion sampleNodes = new TreeUnion();
  private final NodeValues sampleValues = new NodeValues();
  private long threads;
  private boolean areAllCounted = true;
  private long id = Long.MAX_VALUE;
  private boolean alive;
  private long events;
  private Interruptions interruptions = Interruptions.NONE;
  private @Nullable CpuSamples samples;
  private boolean areAllSampled = true;

  void add(ThreadProfile thread, int[] numbers) {
    threads += thread.threads();
    areAllCounted &= thread.threads() > 0;
    id = Math.min(id, thread.id());
    alive |= thread.alive();
    events += thread.events();
    interruptions = interruptions.plus(thread.interruptions());
    values.add(thread.tree(), nodes.add(thread.tree(), numbers));
    CpuSamples added = thread.cpuSamples();
    areAllSampled &= added != null;
    if (added != null) {
      CallTree tree = TieredSamples.apart(added.tree());
      sampleValues.add(tree, sampleNodes.add(tree, TieredSamples.numbers(numbers)));
      CpuSamples sum = samples;
      samples =
          sum == null
              ? added.withTree(CallTree.empty())
              : new CpuSamples(
                  ProfileSum.agreed(sum.source(), added.source()),
                  ProfileSum.agreed(sum.measures(), added.measures()),
                  sum.periodNanos() == added.periodNanos() ? sum.periodNanos() : 0,
                  sum.cpuNanos() == CpuSamples.UNKNOWN || added.cpuNanos() == CpuSamples.UNKNOWN
                      ? CpuSamples.UNKNOWN
                      : sum.cpuNanos() + added.cpuNanos(),
                  sum.taken() + added.taken(),
                  sum.failed() + added.failed(),
                  sum.lost() + added.lost(),
                  sum.truncated() + added.truncated(),
                  CallTree.empty());
    }
  }

  /**
   * The sum.
   *
   * @param areOfSeveral whether they are of several profiles, which may follow each other
   */
  ThreadProfile sum(ThreadKey key, int[] ranks, boolean areOfSeveral) {
    if (areOfSeveral) {
      values.matchCarried();
    }
    CallTree tree = nodes.tree(ranks, values);
    CpuSamples sampled =
        samples == null
            ? null
            : (areAllSampled ? samples : samples.withoutPeriod())
                .withTree(
                    TieredSamples.together(
                        sampleNodes.tree(TieredSamples.numbers(ranks), sampleValues)));
    return new ThreadProfile(
        id,
        key.name(),
        key.virtual(),
        alive,
        events,
        interruptions,
        ThreadSums.of(tree),
        tree,
        sampled,
        areAllCounted ? threads : 0);
  }
}
