package dev.tare.agent.samples;

import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes no samples, for the tests. */
public class SamplerWithoutSamples implements CpuSampler {
  @Override
  public String description() {
    return "none";
  }

  @Override
  public void begin() {}

  @Override
  public void pause() {}

  @Override
  public void finish() {}

  @Override
  public long count() {
    return 0;
  }

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
}
