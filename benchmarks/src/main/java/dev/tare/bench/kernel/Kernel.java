package dev.tare.bench.kernel;

import java.util.List;

/**
 * A loop that calls a method, and what is known of it.
 *
 * @param name what the tables call it
 * @param drive the loop
 * @param driveClass binary name of the loop's class
 * @param driveMethod name of the loop's method
 * @param turns turns of the loop that are timed at once: some 0.3 ms when nothing is instrumented
 * @param parts the methods that the loop calls, directly or not
 */
public record Kernel(
    String name, Drive drive, String driveClass, String driveMethod, int turns, List<Part> parts) {

  public Kernel {
    parts = List.copyOf(parts);
  }

  /** The loop of a kernel. */
  @FunctionalInterface
  public interface Drive {
    /**
     * Calls the kernel's method once a turn, each call waiting for the result of the one before. So
     * what the loop itself does hides behind the body, and the time of one turn is the body's.
     *
     * @return the last result
     */
    long drive(int turns, long seed);
  }

  /**
   * A method of a kernel.
   *
   * @param className binary name of its class
   * @param method its name, which no other method of its class has
   * @param calls calls of it in one turn of the kernel's loop
   * @param bodyTurns turns of the common loop body ({@link Loops}) in one call, where the method is
   *     one of several; 0: the whole turn of the kernel's loop is spent in this method
   * @param leaf whether it calls nothing
   */
  public record Part(String className, String method, int calls, int bodyTurns, boolean leaf) {

    /**
     * What one call costs, without what it calls, when nothing is instrumented.
     *
     * @param turnNanos of one turn of the kernel's loop
     * @param bodyTurnNanos of one turn of the common loop body
     */
    public double selfNanos(double turnNanos, double bodyTurnNanos) {
      return bodyTurns == 0 ? turnNanos / calls : bodyTurns * bodyTurnNanos;
    }
  }
}
