package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import dev.tare.it.runner.Generated;

/**
 * Methods with no room for probes: one that would pass 65,535 bytes, and one that would pass 8,000,
 * from where on it is never compiled. They stay as they are; the calls that they make are counted
 * in their caller.
 */
public final class HugeMethods {
  private HugeMethods() {}

  public static void main(String[] args) throws Throwable {
    Check.equal(
        5,
        Generated.run(
            "AlmostTooLargeForAClassFile", 5)); // assertCalls(AlmostTooLargeForAClassFile.next, 1)
    for (int i = 0; i < 100; i++) {
      Check.equal(
          i,
          Generated.run(
              "AlmostTooLargeToCompile", i)); // assertCalls(AlmostTooLargeToCompile.next, 100)
    }
  }
}
