package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.budget.ProbeSamples;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProbeSampleCountsTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final ProbeSampleCounts counts = new ProbeSampleCounts();

  private static final Instant LATER = NOON.plusSeconds(60);

  @Test
  void countsWhatWasTakenBetweenTwoMoments() {
    counts.add(NOON.minusSeconds(1), true);
    counts.add(NOON, true);
    counts.add(NOON, false);
    counts.add(NOON.plusSeconds(9), false);
    assertEquals(new ProbeSamples(2, 1), counts.between(NOON, NOON.plusSeconds(2)));
    assertEquals(new ProbeSamples(3, 1), counts.between(NOON, LATER));
    assertEquals(new ProbeSamples(1, 0), counts.between(NOON.plusSeconds(2), LATER));
  }

  @Test
  void samplesMayComeLateAndOutOfOrder() {
    counts.add(NOON.plusSeconds(2), false);
    assertEquals(new ProbeSamples(1, 0), counts.between(NOON, LATER));
    counts.add(NOON.minusSeconds(2), true);
    counts.add(NOON.plusSeconds(1), true);
    assertEquals(new ProbeSamples(2, 1), counts.between(NOON, LATER));
  }

  @Test
  void anyMomentMayBeTheFirst() {
    counts.add(NOON, true);
    assertEquals(new ProbeSamples(1, 1), counts.between(Instant.MIN, LATER));
  }

  @Test
  void noSamplesAreNone() {
    assertEquals(ProbeSamples.NONE, counts.between(NOON, LATER));
  }
}
