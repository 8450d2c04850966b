package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.RunInfo;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.runtime.thread.ThreadRecorder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump's window ends where its trees were read, and not when its samples have arrived. */
class DumpedWindowTest {
  @Test
  void theWaitForSamplesIsNotInIt(@TempDir Path folder) throws Exception {
    LateSampler sampler = new LateSampler();
    long before = System.nanoTime();
    Profiler profiler =
        new PlainRun(folder, new MethodRegistry()).recording(false, Optional.of(sampler));

    Path file = folder.resolve("dump.json");
    profiler.dump(file);

    long most = sampler.heldNanos - before;
    RunInfo run = ProfileReader.read(file).run();
    assertTrue(run.durationNanos() <= most, run.durationNanos() + " of " + most);
    for (RunInfo.Window window : run.windows()) {
      assertTrue(window.durationNanos() <= most, window.durationNanos() + " of " + most);
    }
  }

  /** Has no samples, and is long about it. */
  private static final class LateSampler implements CpuSampler {
    private long heldNanos;

    @Override
    public void hold() {
      heldNanos = System.nanoTime();
      while (System.nanoTime() - heldNanos < TimeUnit.SECONDS.toNanos(1)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }

    @Override
    public String description() {
      return "late";
    }

    @Override
    public void begin() {}

    @Override
    public void pause() {}

    @Override
    public void finish(long deadlineNanos) {}

    @Override
    public long count() {
      return 0;
    }

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
}
