package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StartTiersTest {
  private static Tier start(Budget budget, MethodTraits method, boolean isOver) {
    return StartTiers.of(
            budget, ProbePrices.sampled(() -> Double.NaN), LearnedRates.none(), () -> isOver)
        .of(method);
  }

  private static MethodTraits method(int size, boolean callsNothing, boolean loops, boolean named) {
    return new MethodTraits("A", "m", "()V", 1, size, size + 40, callsNothing, loops, named);
  }

  @Test
  void smallBodiesAndThoseThatCallNothingBeginAsCounted() {
    Budget budget = new Budget(1);
    assertEquals(Tier.COUNTED, start(budget, method(20, false, false, false), false));
    assertEquals(Tier.COUNTED, start(budget, method(200, true, false, false), false));
    assertEquals(Tier.TIMED, start(budget, method(36, false, false, false), false));
    assertEquals(Tier.TIMED, start(budget, method(20, true, true, false), false));
  }

  @Test
  void overTheBudgetNewMethodsBeginLighter() {
    Budget budget = new Budget(1);
    assertEquals(Tier.FLAT, start(budget, method(20, false, false, false), true));
    assertEquals(Tier.COUNTED, start(budget, method(200, false, false, false), true));
  }

  @Test
  void whatIncludeNamesIsTimed() {
    assertEquals(Tier.TIMED, start(new Budget(0.01), method(5, true, false, true), true));
  }

  @Test
  void withoutABudgetAllIsTimed() {
    assertEquals(Tier.TIMED, start(Budget.OFF, method(5, true, false, false), false));
  }
}
