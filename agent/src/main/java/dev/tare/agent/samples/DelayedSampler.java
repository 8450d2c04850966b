package dev.tare.agent.samples;

import dev.tare.agent.bootstrap.JdkProperties;
import dev.tare.agent.budget.ProbeSamples;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import dev.tare.runtime.thread.ThreadRecorder;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples that begin some time after they were told to, beside the program: to initialise the
 * flight recorder takes a third of a second, which a program that ends sooner never pays.
 */
public final class DelayedSampler implements CpuSampler {
  private static final long STEP_MILLIS = 50;

  /** The flight recorder may wait for ever where it is started while the JVM ends. */
  private static final long PATIENCE_MILLIS = 5_000;

  private final String description;
  private final long delayMillis;
  private final Supplier<CpuSampler> maker;

  /** Held while samples begin, and by whoever must not be surprised by that. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Null until samples have begun. */
  private volatile @Nullable CpuSampler sampler;

  private boolean isWanted;
  private volatile boolean isHeld;
  private @Nullable Thread starter;

  /**
   * A sampler that has not begun.
   *
   * @param description what the made one is, for people to read
   * @param delayMillis from {@link #begin()} to the first sample at the least
   * @param maker asked once
   */
  public DelayedSampler(String description, long delayMillis, Supplier<CpuSampler> maker) {
    this.description = description;
    this.delayMillis = delayMillis;
    this.maker = maker;
  }

  @Override
  public void begin() {
    lock.lock();
    try {
      isWanted = true;
      CpuSampler begun = sampler;
      if (begun != null) {
        begun.begin();
      } else if (starter == null) {
        starter = ProfilerThreads.daemon("tare-sampling", this::beginLater);
        starter.start();
      }
    } finally {
      lock.unlock();
    }
  }

  private void beginLater() {
    ProfilerSection.begin();
    try {
      Thread.sleep(delayMillis);
      while (!hasBegun()) {
        Thread.sleep(STEP_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Begins where that may be done now; false where it is to be tried again. */
  private boolean hasBegun() {
    lock.lock();
    try {
      if (JvmShutdown.hasBegun()) {
        return true;
      }
      if (!isWanted || isHeld || !JdkProperties.areThere()) {
        return false;
      }
      if (JfrSampler.isAvailable()) {
        CpuSampler made = maker.get();
        made.begin();
        sampler = made;
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void pause() {
    lock.lock();
    try {
      isWanted = false;
      CpuSampler begun = sampler;
      if (begun != null) {
        begun.pause();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void hold() {
    boolean isLocked = tryLock();
    isHeld = true;
    CpuSampler begun = sampler;
    if (begun != null) {
      begun.hold();
    }
    if (isLocked) {
      lock.unlock();
    }
  }

  private boolean tryLock() {
    try {
      // First as who is interrupted may, too.
      return lock.tryLock() || lock.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void begin(int mark) {
    CpuSampler begun = sampler;
    if (begun != null) {
      begun.begin(mark);
    }
  }

  @Override
  public void release() {
    CpuSampler begun = sampler;
    if (begun != null) {
      begun.release();
    }
    isHeld = false;
  }

  @Override
  public void finish() {
    CpuSampler begun = sampler;
    if (begun != null) {
      begun.finish();
    } else {
      RecordingDirectories.removeAll(); // Samples may be about to begin.
    }
  }

  @Override
  public @Nullable CpuSamples of(
      ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods) {
    CpuSampler begun = sampler;
    return begun == null ? null : begun.of(recorder, mark, onNodes, methods);
  }

  @Override
  public List<ThreadProfile> others(int mark, MethodIndexes methods) {
    CpuSampler begun = sampler;
    return begun == null ? List.of() : begun.others(mark, methods);
  }

  @Override
  public long count() {
    CpuSampler begun = sampler;
    return begun == null ? 0 : begun.count();
  }

  @Override
  public ProbeSamples counted(Instant from, Instant to) {
    CpuSampler begun = sampler;
    return begun == null ? ProbeSamples.NONE : begun.counted(from, to);
  }

  @Override
  public boolean isBehind() {
    CpuSampler begun = sampler;
    return begun != null && begun.isBehind();
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public String unasked() {
    return sampler == null
        ? ""
        : description + ", because of the budget (cpusamples=off: no samples)";
  }
}
