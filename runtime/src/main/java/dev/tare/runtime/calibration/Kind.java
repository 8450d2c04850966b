package dev.tare.runtime.calibration;

/**
 * How an activation of a method was running, taken at its probes: a property of the activation, not
 * of the method. Which it is the agent's {@code ProbeFacade} finds out. Native methods have no
 * probes, so there is no such kind.
 */
public final class Kind {
  /** Not known; also the thread's root, in which no woven method runs. */
  public static final int OTHER = 0;

  public static final int INTERPRETED = 1;

  /** Compiled by C1, and statically bound: static, private, final, a constructor. */
  public static final int C1_STATIC = 2;

  /** Compiled by C1, and virtual: found by the receiver's class. */
  public static final int C1_VIRTUAL = 3;

  /** As {@link #C1_STATIC}, by C2. */
  public static final int C2_STATIC = 4;

  /** As {@link #C1_VIRTUAL}, by C2. */
  public static final int C2_VIRTUAL = 5;

  /** Whether this JVM has no compilers, as with {@code -Xint}. */
  public static final boolean INTERPRETER_ONLY =
      System.getProperty("java.vm.info", "").startsWith("interpreted");

  /** Kinds take this many bits of a number. */
  static final int BITS = 3;

  public static final int MASK = (1 << BITS) - 1;

  private Kind() {}

  public static boolean isCompiled(int kind) {
    return kind >= C1_STATIC;
  }

  /** Whether C2 compiled the activation's method. */
  public static boolean isOfC2(int kind) {
    return kind >= C2_STATIC;
  }
}
