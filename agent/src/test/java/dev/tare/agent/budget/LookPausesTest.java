package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LookPausesTest {
  private final LookPauses pauses = new LookPauses(20, 500, 1_000);

  @Test
  void aDearLookIsFollowedByALongPause() {
    assertEquals(20, pauses.after(0));
    assertEquals(500, pauses.after(1));
    assertEquals(1_000, pauses.after(7));
  }
}
