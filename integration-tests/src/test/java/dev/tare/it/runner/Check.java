package dev.tare.it.runner;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a target makes sure that it still computes what it computed before it was woven. */
public final class Check {
  private Check() {}

  /** Throws unless the two are equal. */
  public static void equal(@Nullable Object expected, @Nullable Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError("expected " + expected + ", got " + actual);
    }
  }

  /** Throws unless this is so. */
  public static void that(boolean holds) {
    if (!holds) {
      throw new AssertionError("expected otherwise");
    }
  }

  /** Runs the action and returns what it threw; throws where it threw nothing. */
  @SuppressWarnings("CatchingUnchecked")
  public static Throwable thrownBy(Action action) {
    try {
      action.run();
    } catch (Throwable thrown) {
      return thrown;
    }
    throw new AssertionError("expected an exception");
  }

  /** What may throw. */
  @FunctionalInterface
  public interface Action {
    /**
     * Does it.
     *
     * @throws Throwable as the action likes
     */
    void run() throws Throwable;
  }
}
