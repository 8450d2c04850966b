package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RoundedValuesTest {

  @Test
  void anAmountIsKeptToWithinASixteenth() {
    for (double amount = 1; amount < 1e15; amount *= 1.01) {
      double kept = RoundedValues.amount(RoundedValues.code(amount));
      assertEquals(amount, kept, Math.max(0.5, amount / 16), "kept of " + amount);
    }
  }

  @Test
  void smallAmountsAreExact() {
    for (int amount = 0; amount <= 16; amount++) {
      assertEquals(amount, RoundedValues.amount(RoundedValues.code(amount)));
    }
  }

  @Test
  void aGreaterAmountHasNoSmallerCode() {
    int last = 0;
    for (double amount = 0; amount < 1e6; amount += 0.7) {
      int code = RoundedValues.code(amount);
      assertTrue(code >= last, "code of " + amount);
      last = code;
    }
    assertTrue(RoundedValues.code(Long.MAX_VALUE) < RoundedValues.NEGATIVE);
  }

  @Test
  void aSelfValueIsRoundedToLessThanItsOverheadLeavesUncertain() {
    for (int code = 16; code < 500; code++) {
      double share = RoundedValues.step(code) / RoundedValues.amount(code);
      assertTrue(share > 1 / 16.0 && share <= 1 / 8.0, "share " + share + " of code " + code);
    }
  }
}
