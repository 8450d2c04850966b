package dev.tare.runtime.thread;

import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.config.TestSettings;
import dev.tare.runtime.probe.FullProbe;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.tree.CallNode;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A thread makes calls while another raises its samples. In class loaders of its own ({@link
 * SamplingHandOverTest}): probes take the setting as a constant.
 */
public final class SamplingHandOver {
  private static final int OUTER = 61 << 1;
  private static final int INNER = 62 << 1;

  private static final class Caller extends Thread {
    private final boolean full;
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean stopped;
    private @Nullable ThreadRecorder recorder;

    Caller(boolean full) {
      this.full = full;
    }

    @Override
    public void run() {
      recorder = Recorders.current();
      begun.countDown();
      while (!stopped) {
        if (full) {
          int outer = FullProbe.enter(OUTER, Kind.C1_STATIC);
          FullProbe.exit(FullProbe.enter(INNER, Kind.C1_STATIC), Kind.C1_STATIC);
          FullProbe.exit(outer, Kind.C1_STATIC);
        } else {
          int outer = SampledProbe.enter(OUTER);
          SampledProbe.exit(SampledProbe.enter(INNER));
          SampledProbe.exit(outer);
        }
      }
    }
  }

  private SamplingHandOver() {}

  /**
   * Raises so many samples, one after the other.
   *
   * @return the samples in the caller's tree
   */
  public static long run(boolean full, int samples) throws InterruptedException {
    TestSettings.cpuSamples(true);
    Caller caller = new Caller(full);
    caller.start();
    caller.begun.await();
    ThreadRecorder recorder = caller.recorder;
    if (recorder == null) {
      throw new IllegalStateException("no recorder");
    }
    for (int due = 1; due <= samples; due++) {
      PendingSamples.raise(recorder, due);
    }
    while (recorder.samplesWaiting() != 0) {
      PendingSamples.raise(recorder, samples); // A flag can be lost, a count cannot.
    }
    caller.stopped = true;
    caller.join();
    long inTree = 0;
    for (int node = CallNode.ROOT; node < recorder.end(); node += CallNode.SIZE) {
      inTree += CallNode.samples(recorder.nodes(), node);
    }
    return inTree;
  }
}
