package dev.tare.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What {@code java.lang.VirtualThread} calls, woven, where a virtual thread is put on a carrier
 * thread and taken off: its tree and its clock are its own, but counters belong to carriers.
 *
 * <p>Both run on the carrier, in the middle of the change, when the current thread is now the one
 * and now the other: so the virtual thread is handed over, and nobody asks for the current thread.
 */
public final class CarrierProbe {
  private static final @Nullable Class<?> VIRTUAL_THREAD = virtualThreadClass();

  private static final long CARRIER =
      VIRTUAL_THREAD == null
          ? 0
          : ThreadRecorder.UNSAFE.objectFieldOffset(VIRTUAL_THREAD, "carrierThread");

  private CarrierProbe() {}

  private static @Nullable Class<?> virtualThreadClass() {
    try {
      return Class.forName("java.lang.VirtualThread", false, null);
    } catch (ClassNotFoundException e) {
      return null; // before JDK 21
    }
  }

  /** The carrier that a virtual thread is on; null if it is on none, or is no such thread. */
  static @Nullable Thread carrier(Thread thread) {
    return thread.getClass() == VIRTUAL_THREAD
        ? (Thread) ThreadRecorder.UNSAFE.getReferenceVolatile(thread, CARRIER)
        : null;
  }

  /** At the end of {@code VirtualThread.mount}. */
  public static void mounted(Thread virtual) {
    ThreadRecorder recorder = Recorders.existing(virtual);
    Thread carrier = carrier(virtual);
    if (recorder != null && carrier != null) {
      ThreadRecorder ofCarrier = Recorders.own(carrier);
      recorder.mount(ofCarrier.categories());
      ofCarrier.mounted = recorder;
    }
  }

  /** At the beginning of {@code VirtualThread.unmount}. */
  public static void unmounting(Thread virtual) {
    ThreadRecorder recorder = Recorders.existing(virtual);
    Thread carrier = carrier(virtual);
    if (recorder == null) {
      return;
    }
    ThreadRecorder ofCarrier = carrier == null ? null : Recorders.existing(carrier);
    if (ofCarrier != null) {
      SampleDue.record(recorder, ofCarrier);
      ofCarrier.mounted = null;
    }
    recorder.unmount();
  }
}
