package dev.tare.runtime.clock;

import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import java.lang.invoke.MethodHandle;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The metric of the current thread, read now. Which one is chosen once, and folded by the
 * compilers; see {@link Settings}.
 */
public final class Reading {
  private static final int SOURCE = Settings.readingSource();

  /**
   * Whether the metric is counted for each thread (for a virtual thread, its carrier); otherwise it
   * is the same clock for all.
   */
  public static final boolean IS_OF_THE_THREAD = SOURCE != ReadingSource.NANO_TIME;

  /** Whether the metric is a time, in nanoseconds, and not a number of events or bytes. */
  public static final boolean IS_TIME =
      SOURCE != ReadingSource.EVENT && Settings.betweenReadings() != 0;

  private static final @Nullable MethodHandle METHOD_HANDLE = Settings.readingMethod();

  private static final int HANDLE_IS_CUSTOM = 256;

  private Reading() {}

  /** The metric's present value, in its unit; only differences mean anything. */
  @ForceInline
  public static long now() {
    return switch (SOURCE) {
      case ReadingSource.CPU_BY_PAGE -> NativeReading.cpuByPage();
      case ReadingSource.CPU_BY_SEQUENCE -> NativeReading.cpuBySequence();
      case ReadingSource.CPU_BY_SYSTEM_CALL -> NativeReading.cpuBySystemCall();
      case ReadingSource.EVENT -> NativeReading.event();
      case ReadingSource.PAGE_FAULTS -> NativeReading.pageFaults();
      case ReadingSource.CONTEXT_SWITCHES -> NativeReading.contextSwitches();
      case ReadingSource.METHOD -> byMethod();
      default -> System.nanoTime();
    };
  }

  /**
   * Lets the JDK do now what it does once a handle has been called 127 times
   * (java.lang.invoke.MethodHandle.customize): it makes a class, in the thread that calls, and so
   * would count as what a method allocates.
   */
  public static void warmUp() {
    if (SOURCE == ReadingSource.METHOD) {
      for (int i = 0; i < HANDLE_IS_CUSTOM; i++) {
        byMethod();
      }
    }
  }

  @ForceInline
  private static long byMethod() {
    MethodHandle method = METHOD_HANDLE;
    if (method == null) {
      return 0;
    }
    try {
      return (long) method.invokeExact();
    } catch (Throwable e) {
      UnsafeAccess.UNSAFE.throwException(e); // A StackOverflowError, as in any other reading.
      return 0;
    }
  }
}
