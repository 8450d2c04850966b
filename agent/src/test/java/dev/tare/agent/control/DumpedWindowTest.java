package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.samples.SamplerWithoutSamples;
import dev.tare.profile.RunInfo;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump's window ends where its trees were read, and not when its samples have arrived. */
class DumpedWindowTest {
  @Test
  void theWaitForSamplesIsNotInIt(@TempDir Path folder) throws Exception {
    LateSampler sampler = new LateSampler();
    TimedRun run = new TimedRun(folder);
    long before = System.nanoTime();
    Profiler profiler = run.recording(false, Optional.of(sampler));

    assertThrows(GivenUp.class, () -> profiler.dump(folder.resolve("dump.json")));

    long most = sampler.heldNanos - before;
    assertEquals(2, run.nanos.size());
    for (long nanos : run.nanos) {
      assertTrue(nanos <= most, nanos + " of " + most);
    }
  }

  /** Gives its profile up once that has told its times. */
  private static final class TimedRun extends PlainRun {
    private final List<Long> nanos = new ArrayList<>();

    TimedRun(Path folder) {
      super(folder, REGISTRY);
    }

    @Override
    public RunInfo info(Instant started, long durationNanos, List<RunInfo.Window> windows) {
      nanos.add(durationNanos);
      windows.forEach(window -> nanos.add(window.durationNanos()));
      throw new GivenUp();
    }
  }

  private static final class GivenUp extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Has no samples, and is long about it. */
  private static final class LateSampler extends SamplerWithoutSamples {
    private long heldNanos;

    @Override
    public void hold() {
      heldNanos = System.nanoTime();
      while (System.nanoTime() - heldNanos < TimeUnit.SECONDS.toNanos(1)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }
  }
}
