package dev.tare.runtime;

import jdk.internal.vm.annotation.ForceInline;

/**
 * The metric of the current thread, read now. Which one is chosen once, and folded by the
 * compilers.
 */
final class Reading {
  /** {@link System#nanoTime()}: wall nanoseconds. */
  static final int NANO_TIME = 0;

  private Reading() {}

  /** The metric's present value, in its unit; only differences mean anything. */
  @ForceInline
  static long now() {
    return System.nanoTime();
  }
}
