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
  void anchorsStayWhateverIsAllowed() {
    TierChoice choice = new TierChoice(400);
    for (int n = 0; n < 400; n++) {
      choice.set(n, costs(10 + n, 1 + n), Tier.TIMED, Tier.MERGED, false);
    }
    Tier[] tiers = choice.choose(0);
    assertEquals(TierChoice.KEPT_ANCHORS, Arrays.stream(tiers).filter(Tier::hasProbe).count());
    assertEquals(Tier.COUNTED, tiers[0]);
  }

  @Test
  void ofEqualCostsAtTheLastAnchorAsManyStayAsThereIsRoomFor() {
    int dearer = 390;
    int cheap = TierChoice.KEPT_ANCHORS / 2;
    TierChoice choice = new TierChoice(dearer + cheap);
    for (int n = 0; n < dearer + cheap; n++) {
      boolean isCheap = n >= dearer;
      choice.set(n, costs(10, isCheap ? 1 : 2), Tier.TIMED, Tier.MERGED, false);
    }
    Tier[] tiers = choice.choose(0);
    assertEquals(TierChoice.KEPT_ANCHORS, Arrays.stream(tiers).filter(Tier::hasProbe).count());
    Tier[] ofTheCheap = Arrays.copyOfRange(tiers, dearer, tiers.length);
    assertTrue(Arrays.stream(ofTheCheap).allMatch(Tier::hasProbe), "the least called stay first");
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
