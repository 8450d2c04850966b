package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The CPU-time samples of a snapshot, whoever takes them. A window is named by its mark, as that of
 * a {@link Window}; what is asked for is what came since it began.
 */
public interface ThreadSamples {
  /** No samples were asked for. */
  ThreadSamples NONE =
      new ThreadSamples() {
        @Override
        public void hold() {}

        @Override
        public void begin(int mark) {}

        @Override
        public void release() {}

        @Override
        public @Nullable CpuSamples of(
            ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods) {
          return null;
        }

        @Override
        public List<ThreadProfile> others(int mark, MethodIndexes methods) {
          return List.of();
        }
      };

  /**
   * Sees to it that all samples up to now are known, and none of later, until {@link #release}.
   * Takes as long as they are on their way.
   */
  void hold();

  /** Begins a window with the moment that is held. */
  void begin(int mark);

  /** Takes up what came since {@link #hold}. */
  void release();

  /**
   * The samples of a thread that came to a probe; null where there are none to tell of.
   *
   * @param onNodes makes a tree of the samples that its probes recorded
   */
  @Nullable CpuSamples of(
      ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods);

  /** How and why samples are taken that nobody asked for; empty where none are. */
  default String unasked() {
    return "";
  }

  /**
   * Threads with samples that {@link #of} was not asked for, since they never came to a probe.
   * Asked last.
   */
  List<ThreadProfile> others(int mark, MethodIndexes methods);
}
