package dev.tare.runtime.probe;

import dev.tare.runtime.thread.PendingSamples;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.VirtualThreads;

/**
 * What the woven {@code java.lang.VirtualThread} calls where a virtual thread is mounted on a
 * carrier and unmounted: its tree and its clock are its own, but counters belong to carriers.
 *
 * <p>Both run on the carrier, in the middle of the change, when the current thread may be either:
 * so the virtual thread is passed, and nobody asks for the current thread.
 */
public final class VirtualThreadMountProbe {
  private VirtualThreadMountProbe() {}

  /** At the end of {@code VirtualThread.mount}. */
  public static void mounted(Thread virtual) {
    ThreadRecorder recorder = Recorders.existing(virtual);
    Thread carrier = VirtualThreads.carrier(virtual);
    if (recorder != null && carrier != null) {
      // An error would leave the JVM's change of threads half done.
      ThreadRecorder ofCarrier = Recorders.whereThereIsMemory(carrier);
      recorder.mount(ofCarrier);
      if (ofCarrier != null) {
        ofCarrier.mounted = recorder;
      }
    }
  }

  /**
   * At the beginning of {@code VirtualThread.unmount}.
   *
   * @param isForGood whether the virtual thread has ended
   */
  public static void unmounting(Thread virtual, boolean isForGood) {
    ThreadRecorder recorder = Recorders.existing(virtual);
    Thread carrier = VirtualThreads.carrier(virtual);
    if (recorder == null) {
      return;
    }
    ThreadRecorder ofCarrier = carrier == null ? null : Recorders.existing(carrier);
    if (ofCarrier != null) {
      PendingSamples.record(recorder, ofCarrier);
      ofCarrier.mounted = null;
    }
    recorder.unmount(isForGood);
  }
}
