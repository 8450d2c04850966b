package dev.tare.agent.budget;

import static dev.tare.agent.budget.ProgramSize.LARGE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProbeSamplesTest {
  @Test
  void fewSamplesAndThoseInProbesAloneTellNothing() {
    assertTrue(new ProbeSamples(250, 0).areTelling());
    assertFalse(new ProbeSamples(249, 100).areTelling());
    assertFalse(new ProbeSamples(300, 300).areTelling());
  }

  @Test
  void newWorkLosesTwiceAsMuchWhileItIsCompiled() {
    ProbeSamples samples = new ProbeSamples(125_000, 25_000);
    OverheadEstimate known = samples.whileCold(false);
    assertEquals(1.3 * 0.25, known.middle(), 0.001);
    assertEquals(known.middle(), Math.sqrt(known.low() * known.high()), 1e-9);
    assertEquals(Math.exp(2 * 1.96 * 0.5), known.high() / known.low(), 0.01);
    assertEquals(2 * known.middle(), samples.whileCold(true).middle(), 1e-9);
  }

  @Test
  void largeProgramsLoseTwiceWhatSamplesShow() {
    ProgramSize small = ProgramSize.of(199);
    ProgramSize large = ProgramSize.of(200);
    ProbeSamples samples = new ProbeSamples(125_000, 25_000);
    assertEquals(Math.log(0.9 * 0.25), samples.log(small), 0.001);
    assertEquals(Math.log(1.9 * 0.25), samples.log(large), 0.001);
    assertEquals(0.5, samples.deviation(small), 0.001);
    assertEquals(0.35, samples.deviation(large), 0.001);
  }

  @Test
  void fewSamplesInProbesTellLess() {
    ProbeSamples few = new ProbeSamples(250, 2);
    ProbeSamples many = new ProbeSamples(50_000, 400);
    assertEquals(few.log(LARGE), many.log(LARGE), 0.3);
    assertTrue(few.deviation(LARGE) > 1.5 * many.deviation(LARGE));
  }
}
