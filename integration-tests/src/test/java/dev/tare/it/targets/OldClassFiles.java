package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import dev.tare.it.runner.Generated;

/**
 * Class files of versions that compilers no longer write: 45 with subroutines ({@code jsr}, {@code
 * ret}), 49 and 50 without frames, and 52. Each has a constructor that throws before {@code
 * super()}.
 */
public final class OldClassFiles {
  private OldClassFiles() {}

  public static void main(String[] args) throws Throwable {
    Check.equal(14, Generated.run("Version45", 7)); // assertCalls(Version45.run, 2)
    Check.equal(-1, Generated.run("Version45", 0));
    // assertCalls(Version45.run > Version45.<init>, 2, exceptions 1)
    // assertCalls(Version45.run > Version45.value, 1)
    // The subroutine's body, reached from two places.
    // assertCalls(Version45.run > Version45.cleanUp, 2)

    Check.equal(14, Generated.run("Version49", 7)); // assertCalls(Version49.run, 2)
    Check.equal(-1, Generated.run("Version49", 0));
    // assertCalls(Version49.run > Version49.<init>, 2, exceptions 1)
    // assertCalls(Version49.run > Version49.value, 1)

    Check.equal(14, Generated.run("Version50", 7)); // assertCalls(Version50.run, 2)
    Check.equal(-1, Generated.run("Version50", 0));
    // assertCalls(Version50.run > Version50.<init>, 2, exceptions 1)
    // assertCalls(Version50.run > Version50.value, 1)

    Check.equal(14, Generated.run("Version52", 7)); // assertCalls(Version52.run, 2)
    Check.equal(-1, Generated.run("Version52", 0));
    // assertCalls(Version52.run > Version52.<init>, 2, exceptions 1)
    // assertCalls(Version52.run > Version52.value, 1)
  }
}
