package dev.tare.bench.work;

import java.io.IOException;

/** A program to be measured, cut into rounds of equal work. */
public interface Work extends AutoCloseable {

  /**
   * Does one round.
   *
   * @return a value that depends on all that was computed: the same from every round, in every JVM
   */
  long round();

  @Override
  default void close() throws IOException {}
}
