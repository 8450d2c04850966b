package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.Tier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MethodTiersTest {
  private static final CodeTraits LARGEST = new CodeTraits(-1, 65_535, true, true, true);
  private static final CodeTraits SMALLEST = new CodeTraits(0, 0, false, false, false);

  private final MethodTiers tiers = new MethodTiers();

  @ParameterizedTest
  @EnumSource
  void whatWasAddedIsKnown(Tier tier) {
    tiers.add(3, LARGEST, tier);
    tiers.add(1, SMALLEST, tier);
    assertEquals(LARGEST, tiers.code(3));
    assertEquals(SMALLEST, tiers.code(1));
    assertEquals(4, tiers.count());
    assertTrue(tiers.callsNothing(3));
    assertFalse(tiers.callsNothing(1));
    assertEquals(tier, tiers.tier(3));
    assertEquals(tier, tiers.lowest(1));
  }

  @Test
  void theLowestTierStays() {
    tiers.add(0, LARGEST, Tier.COUNTED);
    for (Tier tier : new Tier[] {Tier.TIMED, Tier.MERGED, Tier.FLAT}) {
      tiers.set(0, tier);
      assertEquals(tier, tiers.tier(0));
    }
    assertEquals(Tier.MERGED, tiers.lowest(0));
    assertEquals(LARGEST, tiers.code(0));
  }

  @Test
  void othersAreTimed() {
    tiers.add(1, SMALLEST, Tier.MERGED);
    for (int method : new int[] {0, 2}) {
      assertFalse(tiers.knows(method));
      assertNull(tiers.code(method));
      assertEquals(Tier.TIMED, tiers.tier(method));
      assertEquals(Tier.TIMED, tiers.lowest(method));
    }
  }
}
