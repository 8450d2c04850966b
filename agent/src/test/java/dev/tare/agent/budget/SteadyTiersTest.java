package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Runs of a program that begin with what the runs before measured. */
class SteadyTiersTest {
  private static final ProbePrices PRICES = ProbePrices.sampled(() -> Double.NaN);
  private static final Budget BUDGET = new Budget(0.1);
  private static final int METHODS = 2000;

  /** Calls of a method in a nanosecond of work: six decades, together some times too many. */
  private static double calls(int method) {
    return 3e-2 * Math.pow(10, -6.0 * method / METHODS);
  }

  private static MethodTraits method(int number) {
    return new MethodTraits(
        "C" + number / 10, "m" + number, "()V", new CodeTraits(1, 100, false, false, false));
  }

  private static StartTiers begin(LearnedRates rates) {
    return StartTiers.of(BUDGET, PRICES, rates, false, () -> false);
  }

  private static Tier[] tiers(LearnedRates rates) {
    StartTiers begin = begin(rates);
    Tier[] tiers = new Tier[METHODS];
    for (int n = 0; n < METHODS; n++) {
      tiers[n] = begin.of(method(n));
    }
    return tiers;
  }

  /** What the next run knows, if this one measures what has a probe, so many times. */
  private static LearnedRates next(LearnedRates rates, Tier[] tiers, double common, Random random) {
    for (int n = 0; n < METHODS; n++) {
      if (tiers[n].hasProbe()) {
        double calls = calls(n) * common * Math.exp(0.2 * random.nextGaussian());
        rates.put(method(n), calls, 0, false, tiers[n]);
      }
    }
    return NextRun.of(rates);
  }

  private static LearnedRates afterFirstRun() {
    LearnedRates rates = LearnedRates.none();
    return next(rates, tiers(rates), 1, new Random(1));
  }

  private static int differing(Tier[] before, Tier[] after) {
    int differing = 0;
    for (int n = 0; n < METHODS; n++) {
      differing += before[n] == after[n] ? 0 : 1;
    }
    return differing;
  }

  private static int probed(Tier[] tiers) {
    int probed = 0;
    for (Tier tier : tiers) {
      probed += tier.hasProbe() ? 1 : 0;
    }
    return probed;
  }

  @Test
  void hardlyAnyDiffersWhereRatesDifferByAThird() {
    Random random = new Random(7);
    LearnedRates rates = afterFirstRun();
    Tier[] before = tiers(rates);
    assertTrue(probed(before) < METHODS - 100 && probed(before) > METHODS / 4);
    for (int run = 2; run < 16; run++) {
      rates = next(rates, before, run % 2 == 0 ? 1.3 : 0.8, random);
      Tier[] after = tiers(rates);
      assertTrue(differing(before, after) < METHODS / 100, "run " + run);
      before = after;
    }
  }

  @Test
  void tiersAreChosenAnewWhereTheBudgetFitsNoMore() {
    LearnedRates rates = afterFirstRun();
    Tier[] before = tiers(rates);
    Tier[] busy = tiers(next(rates, before, 4, new Random(2)));
    assertTrue(probed(busy) < probed(before) - METHODS / 20);
    Tier[] idle = tiers(next(rates, before, 0.1, new Random(2)));
    assertTrue(probed(idle) > probed(before), "what was dear before comes back where it fits");
  }

  @Test
  void aMethodThatIsCalledMuchMoreLosesItsProbesAlone() {
    LearnedRates rates = afterFirstRun();
    Tier[] before = tiers(rates);
    rates = next(rates, before, 1, new Random(3));
    int seldom = METHODS - 1;
    rates.put(method(seldom), calls(0), 0, false, before[seldom]);
    rates =
        new LearnedRates(
            rates.classes(),
            rates.factors(),
            rates.prices(),
            rates.thresholds(),
            rates.runs(),
            METHODS);
    Tier[] after = tiers(rates);
    assertEquals(Tier.MERGED, after[seldom]);
    assertTrue(differing(before, after) < METHODS / 100);
  }

  @Test
  void oneRunInSixteenTriesMethodsWithoutProbesAndTakesThemAwayAgain() {
    LearnedRates rates = afterFirstRun();
    Random random = new Random(4);
    Tier[] before = tiers(rates);
    int tried = 0;
    for (int run = 1; run < 40; run++) {
      rates = next(rates, before, 1, random);
      Tier[] after = tiers(rates);
      int more = probed(after) - probed(before);
      if (rates.runs() % 16 == 0) {
        assertTrue(more > 5, "run " + run + ": " + more);
        tried++;
      } else {
        assertTrue(more <= 2, "run " + run + ": " + more);
      }
      before = after;
    }
    assertEquals(2, tried);
  }

  @Test
  void whatIsSeenStaysKnownHoweverLongItHasNoProbe() {
    LearnedRates rates = afterFirstRun();
    Tier[] first = tiers(rates);
    assertEquals(Tier.MERGED, first[0]);
    for (int run = 1; run < 2 * LearnedRates.MAX_AGE; run++) {
      rates = next(rates, tiers(rates), 1, new Random(run));
      rates.rate("C0", "m0()V");
    }
    assertEquals(Tier.MERGED, tiers(rates)[0]);
  }

  private static LearnedRate dearest(LearnedRates rates) {
    return Objects.requireNonNull(rates.rate("C0", "m0()V"));
  }

  @Test
  void whatHasNoProbeIsTakenToBeCalledSoManyTimesMoreAsTheOthers() {
    LearnedRates rates = afterFirstRun();
    double before = dearest(rates).callsPerWork();
    LearnedRates later = next(rates, tiers(rates), 0.1, new Random(6));
    assertEquals(1, dearest(later).age());
    assertEquals(before / 10, dearest(later).callsPerWork(), before / 40);
  }
}
