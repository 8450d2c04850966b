package dev.tare.report.sum;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import org.jspecify.annotations.Nullable;

/** Threads of one group, added up. */
final class ThreadSum {
  private final TreeUnion nodes = new TreeUnion();
  private final NodeValues values = new NodeValues();
  private final TreeUnion sampleNodes = new TreeUnion();
  private final NodeValues sampleValues = new NodeValues();
  private long id = Long.MAX_VALUE;
  private boolean alive;
  private long events;
  private @Nullable CpuSamples samples;

  void add(ThreadProfile thread, int[] numbers) {
    id = Math.min(id, thread.id());
    alive |= thread.alive();
    events += thread.events();
    values.add(thread.tree(), nodes.add(thread.tree(), numbers));
    CpuSamples added = thread.cpuSamples();
    if (added != null) {
      sampleValues.add(added.tree(), sampleNodes.add(added.tree(), numbers));
      CpuSamples sum = samples;
      samples =
          sum == null
              ? new CpuSamples(
                  added.periodNanos(),
                  added.taken(),
                  added.failed(),
                  added.lost(),
                  CallTree.empty())
              : new CpuSamples(
                  sum.periodNanos() == added.periodNanos() ? sum.periodNanos() : 0,
                  sum.taken() + added.taken(),
                  sum.failed() + added.failed(),
                  sum.lost() + added.lost(),
                  CallTree.empty());
    }
  }

  ThreadProfile sum(ThreadKey key, int[] ranks) {
    return new ThreadProfile(
        id,
        key.name(),
        key.virtual(),
        alive,
        events,
        nodes.tree(ranks, values),
        samples == null
            ? null
            : new CpuSamples(
                samples.periodNanos(),
                samples.taken(),
                samples.failed(),
                samples.lost(),
                sampleNodes.tree(ranks, sampleValues)));
  }
}
