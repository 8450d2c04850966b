package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ColdCodeTest {
  private static final long LATE = 31 * Looks.SECOND;

  @Test
  void workOfManyNanosecondsACallIsTakenToFall() {
    // 10 million calls in 1.5 s: 150 ns a call, of which 15 are left.
    assertEquals(0.1, ColdCode.remainingWork(LATE, false, 1.5e9, 1e7), 1e-9);
  }

  @Test
  void workOfFewNanosecondsACallStays() {
    assertEquals(1, ColdCode.remainingWork(LATE, false, 1e9, 1e9));
  }

  @Test
  void compiledCodeIsTakenAsItIs() {
    assertEquals(1, ColdCode.remainingWork(LATE, true, 1.5e9, 1e7));
  }

  @Test
  void aShortProgramIsTakenAsItIs() {
    assertEquals(1, ColdCode.remainingWork(29 * Looks.SECOND, false, 1.5e9, 1e7));
  }
}
