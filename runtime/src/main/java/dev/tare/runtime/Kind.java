package dev.tare.runtime;

import jdk.internal.vm.annotation.ForceInline;

/**
 * How an activation of a method was running, taken at its probes: a property of the activation, not
 * of the method. Native methods have no probes, so there is no such kind.
 */
public final class Kind {
  /** Not known; also the thread's root, in which no woven method runs. */
  public static final int OTHER = 0;

  public static final int INTERPRETED = 1;

  /** Compiled by C1, and bound when linked: static, private, final, a constructor. */
  public static final int C1_STATIC = 2;

  /** Compiled by C1, and dispatched by the receiver's class. */
  public static final int C1_DISPATCHED = 3;

  /** As {@link #C1_STATIC}, by C2. */
  public static final int C2_STATIC = 4;

  /** As {@link #C1_DISPATCHED}, by C2. */
  public static final int C2_DISPATCHED = 5;

  /** How many kinds there are. */
  public static final int COUNT = 6;

  /** Kinds take this many bits of a number. */
  static final int BITS = 3;

  static final int MASK = (1 << BITS) - 1;

  /**
   * Without compilers nothing runs but the interpreter, which the probes alone could not tell from
   * C1.
   */
  private static final boolean INTERPRETER_ONLY =
      "interpreted mode".equals(System.getProperty("java.vm.info"));

  private Kind() {}

  static boolean isCompiled(int kind) {
    return kind >= C1_STATIC;
  }

  /** Whether C2 compiled the activation's method. */
  public static boolean isOfC2(int kind) {
    return kind >= C2_STATIC;
  }

  /** What the kind is once C2 has compiled the method; an interpreted one's is not known whole. */
  static int compiledByC2(int kind) {
    if (kind == INTERPRETED) {
      return C2_STATIC;
    }
    return isCompiled(kind) ? C2_STATIC + (kind & 1) : kind;
  }

  /** How unlike two kinds are: 0 to 8. */
  static int distance(int kind, int other) {
    if (kind == other) {
      return 0;
    }
    boolean sameCompiler = isCompiled(kind) && isCompiled(other) && kind >> 1 == other >> 1;
    return sameCompiler ? 1 : 8;
  }

  /**
   * The kind, from what C2 folds and nobody else does ({@code MethodHandleImpl.isCompileConstant}).
   *
   * @param methodId its lowest bit says that the method is dispatched
   * @param constantMethod whether C2 knew the method: then it compiled the probe into the caller
   * @param constantLiteral whether C2 compiled the probe at all: if only that, then by itself, and
   *     it was called, which compiled code does not do with a probe but the interpreter does
   */
  @ForceInline
  static int of(int methodId, boolean constantMethod, boolean constantLiteral) {
    if (constantMethod) {
      return C2_STATIC + (methodId & 1);
    }
    return constantLiteral || INTERPRETER_ONLY ? INTERPRETED : C1_STATIC + (methodId & 1);
  }
}
