package dev.tare.runtime;

import java.lang.invoke.MethodHandle;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The metric of the current thread, read now. Which one is chosen once, and folded by the
 * compilers; see {@link Settings}.
 */
public final class Reading {
  /** {@link System#nanoTime()}: wall nanoseconds. */
  public static final int NANO_TIME = 0;

  /** {@link NativeReading#cpuByPage()}. */
  public static final int CPU_BY_PAGE = 1;

  /** {@link NativeReading#cpuBySequence()}. */
  public static final int CPU_BY_SEQUENCE = 2;

  /** {@link NativeReading#cpuBySystemCall()}. */
  public static final int CPU_BY_SYSTEM_CALL = 3;

  /** {@link NativeReading#event()}. */
  public static final int EVENT = 4;

  /** {@link NativeReading#pageFaults()}. */
  public static final int PAGE_FAULTS = 5;

  /** {@link NativeReading#contextSwitches()}. */
  public static final int CONTEXT_SWITCHES = 6;

  /** A method of the JDK, of type {@code ()long}, that {@link Settings} was given. */
  public static final int METHOD = 7;

  private static final int SOURCE = Settings.readingSource;

  /**
   * Whether it is the thread's own account, a virtual thread's carrier's; else it runs for all
   * alike.
   */
  static final boolean IS_OF_THE_THREAD = SOURCE != NANO_TIME;

  private static final @Nullable MethodHandle METHOD_HANDLE = Settings.readingMethod;

  private Reading() {}

  /** The metric's present value, in its unit; only differences mean anything. */
  @ForceInline
  static long now() {
    return switch (SOURCE) {
      case CPU_BY_PAGE -> NativeReading.cpuByPage();
      case CPU_BY_SEQUENCE -> NativeReading.cpuBySequence();
      case CPU_BY_SYSTEM_CALL -> NativeReading.cpuBySystemCall();
      case EVENT -> NativeReading.event();
      case PAGE_FAULTS -> NativeReading.pageFaults();
      case CONTEXT_SWITCHES -> NativeReading.contextSwitches();
      case METHOD -> byMethod();
      default -> System.nanoTime();
    };
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
      ThreadRecorder.UNSAFE.throwException(e); // A StackOverflowError, as in any other reading.
      return 0;
    }
  }
}
