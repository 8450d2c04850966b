package dev.tare.runtime.config;

/** What a reading can read. */
public final class ReadingSource {
  /** {@link System#nanoTime()}: wall nanoseconds. */
  public static final int NANO_TIME = 0;

  /** {@code NativeReading.cpuByPage()}. */
  public static final int CPU_BY_PAGE = 1;

  /** {@code NativeReading.cpuBySequence()}. */
  public static final int CPU_BY_SEQUENCE = 2;

  /** {@code NativeReading.cpuBySystemCall()}. */
  public static final int CPU_BY_SYSTEM_CALL = 3;

  /** {@code NativeReading.event()}. */
  public static final int EVENT = 4;

  /** {@code NativeReading.pageFaults()}. */
  public static final int PAGE_FAULTS = 5;

  /** {@code NativeReading.contextSwitches()}. */
  public static final int CONTEXT_SWITCHES = 6;

  /** A method of the JDK, of type {@code ()long}, that {@link Settings} was given. */
  public static final int METHOD = 7;

  private ReadingSource() {}
}
