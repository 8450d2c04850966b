package dev.tare.api;

/**
 * Code to be measured.
 *
 * @param <E> what it throws
 */
@FunctionalInterface
public interface Block<E extends Throwable> {
  /** Runs it. */
  void run() throws E;
}
