package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.ThreadRecorder;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The CPU-time samples of a snapshot, whoever takes them. */
public interface ThreadSamples {
  /** No samples were asked for. */
  ThreadSamples NONE =
      new ThreadSamples() {
        @Override
        public @Nullable CpuSamples of(
            ThreadRecorder recorder, Supplier<CallTree> onNodes, MethodIndexes methods) {
          return null;
        }

        @Override
        public List<ThreadProfile> others(MethodIndexes methods) {
          return List.of();
        }
      };

  /**
   * The samples of a thread that came to a probe; null where there are none to tell of.
   *
   * @param onNodes makes a tree of the samples that its probes recorded
   */
  @Nullable CpuSamples of(
      ThreadRecorder recorder, Supplier<CallTree> onNodes, MethodIndexes methods);

  /**
   * Threads with samples that {@link #of} was not asked for, since they never came to a probe.
   * Asked last.
   */
  List<ThreadProfile> others(MethodIndexes methods);
}
