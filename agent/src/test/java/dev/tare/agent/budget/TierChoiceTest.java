package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TierChoiceTest {
  /** Flat calls cost so much that they are not chosen. */
  private static TierChoice.Costs costs(double timed, double counted) {
    return new TierChoice.Costs(timed, counted, 10 * counted);
  }

  /** Method n costs 2 to the n, timed; a tenth of it counted. */
  private static TierChoice powers(int methods) {
    TierChoice choice = new TierChoice(methods);
    for (int n = 0; n < methods; n++) {
      choice.set(n, costs(Math.pow(2, n), Math.pow(2, n) / 10), Tier.TIMED, Tier.MERGED, false);
    }
    return choice;
  }

  @Test
  void theDearestMethodsGoFirst() {
    TierChoice choice = powers(100);
    Tier[] tiers = choice.choose(Math.pow(2, 90));
    assertTrue(choice.cost(tiers) <= Math.pow(2, 90));
    for (int n = 1; n < tiers.length; n++) {
      assertTrue(tiers[n - 1].compareTo(tiers[n]) <= 0, "method " + n);
    }
    assertEquals(Tier.MERGED, tiers[99]);
    assertTrue(Arrays.asList(tiers).contains(Tier.COUNTED));
    assertEquals(Tier.TIMED, tiers[80]);
  }

  @Test
  void allIsTimedWhereAllIsAllowed() {
    Tier[] tiers = powers(50).choose(Math.pow(2, 60));
    assertTrue(Arrays.stream(tiers).allMatch(tier -> tier == Tier.TIMED));
  }

  @Test
  void ofEqualMethodsAsManyAreCountedAsAreAllowed() {
    assertEquals(TierChoice.KEPT_ANCHORS, probedOfEqual(390, 100));
    assertEquals(12, probedOfEqual(390, 24.5));
    assertEquals(0, probedOfEqual(390, 1.9));
  }

  /** Methods with a probe, of so many whose count costs 2 each. */
  private static long probedOfEqual(int methods, double allowed) {
    TierChoice choice = new TierChoice(methods);
    for (int n = 0; n < methods; n++) {
      choice.set(n, costs(10, 2), Tier.TIMED, Tier.MERGED, false);
    }
    return Arrays.stream(choice.choose(allowed)).filter(Tier::hasProbe).count();
  }

  @Test
  void theLeastCalledAreTheAnchors() {
    int dearer = 390;
    TierChoice choice = new TierChoice(dearer + 10);
    for (int n = 0; n < dearer + 10; n++) {
      choice.set(n, costs(10, n >= dearer ? 1 : 2), Tier.TIMED, Tier.MERGED, false);
    }
    Tier[] tiers = choice.choose(20);
    assertEquals(15, Arrays.stream(tiers).filter(Tier::hasProbe).count());
    Tier[] ofTheCheap = Arrays.copyOfRange(tiers, dearer, tiers.length);
    assertTrue(Arrays.stream(ofTheCheap).allMatch(Tier::hasProbe), "the least called stay first");
  }

  @Test
  void anAnchorGetsNoMoreProbesThanItMayHave() {
    TierChoice choice = new TierChoice(1);
    choice.set(0, costs(10, 1), Tier.FLAT, Tier.MERGED, false);
    assertEquals(Tier.FLAT, choice.choose(5)[0]);
  }

  @Test
  void boundsAreKept() {
    TierChoice choice = new TierChoice(40);
    for (int n = 0; n < 40; n++) {
      choice.set(n, costs(10, 1), Tier.TIMED, Tier.MERGED, false);
    }
    choice.set(7, costs(10, 1), Tier.TIMED, Tier.TIMED, false);
    choice.set(8, costs(10, 1), Tier.MERGED, Tier.MERGED, false);
    Tier[] few = choice.choose(0);
    assertEquals(Tier.TIMED, few[7]);
    Tier[] all = choice.choose(1e9);
    assertEquals(Tier.MERGED, all[8]);
    assertEquals(Tier.TIMED, all[9]);
  }

  @Test
  void whatTheJdkCallsIsKeptLonger() {
    TierChoice choice = new TierChoice(100);
    for (int n = 0; n < 100; n++) {
      choice.set(n, costs(10, 1), Tier.TIMED, Tier.MERGED, n == 50);
    }
    Tier[] tiers = choice.choose(110);
    assertEquals(Tier.TIMED, tiers[50]);
    assertEquals(Tier.COUNTED, tiers[51]);
  }

  @Test
  void whatIsTooDearInItsContextIsCountedFlat() {
    TierChoice choice = new TierChoice(100);
    for (int n = 0; n < 100; n++) {
      double calls = Math.pow(2, n);
      choice.set(
          n, new TierChoice.Costs(9 * calls, 9 * calls, calls), Tier.TIMED, Tier.MERGED, false);
    }
    Tier[] tiers = choice.choose(Math.pow(2, 90));
    assertTrue(choice.cost(tiers) <= Math.pow(2, 90));
    assertEquals(Tier.TIMED, tiers[80]);
    assertEquals(Tier.FLAT, tiers[88]);
    assertEquals(Tier.MERGED, tiers[91]);
    for (int n = 1; n < tiers.length; n++) {
      assertTrue(tiers[n - 1].compareTo(tiers[n]) <= 0, "method " + n);
    }
  }

  @Test
  void withoutAThresholdNothingIsKept() {
    TierChoice choice = new TierChoice(100);
    for (int n = 0; n < 100; n++) {
      choice.set(n, costs(10, 1), Tier.TIMED, n < 60 ? Tier.TIMED : Tier.MERGED, false);
      choice.had(n, Tier.MERGED);
    }
    Tier[] tiers = choice.choose(1000, 0);
    assertTrue(Arrays.stream(tiers).allMatch(tier -> tier == Tier.TIMED));
    assertTrue(choice.threshold() > 0);
  }
}
