package dev.tare.agent.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestForkTest {
  @ParameterizedTest
  @CsvSource({
    "org.openjdk.jmh.runner.ForkedMain 127.0.0.1 40321, true",
    "org.openjdk.jmh.Main -f 2, false",
    "benchmarks.jar org.openjdk.jmh.runner.ForkedMain, false",
    "/my work/target/surefire/surefirebooter-20261122_3.jar /my work/target/surefire a b, true",
    "org.apache.maven.surefire.booter.ForkedBooter /target/surefire a b, true",
    "'', false",
  })
  void forksAreToldByWhatTheyRun(String command, boolean isFork) {
    assertEquals(isFork, TestFork.isOne(command));
  }

  @Test
  void aProcessThatIsOlderThanItsMachineIsOfUnknownAge() {
    String stat = "7 (a (java)) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 5000 9 9";
    Instant now = Instant.now();
    assertEquals(Optional.of(now.minusSeconds(10)), TestFork.started(stat, "60.00 90.00", now));
    assertEquals(Optional.empty(), TestFork.started(stat, "49.00 90.00", now));
  }

  /** Surefire's fork runs this test, whose Maven is the JVM that started it. */
  @Test
  void theRunBeganWithTheJvmThatStartedThisOne() {
    ProcessHandle maven = ProcessHandle.current().parent().orElseThrow();
    while (!maven.info().command().orElseThrow().endsWith("java")) {
      maven = maven.parent().orElseThrow(); // Surefire's shell.
    }
    Instant expected = maven.info().startInstant().orElseThrow();
    Duration apart = Duration.between(expected, TestFork.runStarted().orElseThrow());
    // The one counts from the machine's boot in whole seconds.
    assertTrue(apart.abs().compareTo(Duration.ofSeconds(2)) < 0, apart::toString);
  }
}
