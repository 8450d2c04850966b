package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StartTiersTest {
  private static Tier start(Budget budget, MethodTraits method, boolean isOver) {
    return tiers(budget, isOver).of(method);
  }

  private static StartTiers tiers(Budget budget, boolean isOver) {
    return StartTiers.of(
        budget, ProbePrices.sampled(() -> Double.NaN), LearnedRates.none(), () -> isOver);
  }

  private static MethodTraits method(int size, boolean callsNothing, boolean loops, boolean named) {
    return method(1, size, callsNothing, loops, named);
  }

  private static MethodTraits method(
      int crc, int size, boolean callsNothing, boolean loops, boolean named) {
    return new MethodTraits("A", "m", "()V", crc, size, size + 40, callsNothing, loops, named);
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
  void smallMethodsOfLargeProgramsBeginWithoutProbesIfTheBudgetIsTight() {
    StartTiers tight = large(new Budget(0.1));
    assertEquals(Tier.MERGED, tight.of(method(20, false, false, false)));
    assertEquals(Tier.MERGED, tight.of(method(200, true, false, false)));
    assertEquals(Tier.TIMED, tight.of(method(36, false, false, false)));
    assertEquals(Tier.TIMED, tight.of(method(20, true, true, false)));
    StartTiers wide = large(new Budget(0.25));
    assertEquals(Tier.COUNTED, wide.of(method(20, false, false, false)));
  }

  @Test
  void onePartOfSixteenIsCountedInEachRun() {
    StartTiers tight = large(new Budget(0.1));
    List<Integer> flat =
        IntStream.range(0, 32)
            .filter(crc -> tight.of(method(crc, 20, false, false, false)) == Tier.FLAT)
            .boxed()
            .toList();
    assertEquals(List.of(0, 16), flat);
  }

  @Test
  void byClassFilesTheSizeOfTheProgramChangesNothing() {
    InitialTiers tiers = StartTiers.byClassFiles();
    for (int i = 0; i <= StartTiers.LARGE_METHODS; i++) {
      assertEquals(Tier.COUNTED, tiers.of(method(20, false, false, false)));
    }
    assertEquals(Tier.TIMED, tiers.of(method(5, true, false, true)));
  }

  /** In a program that has begun with so many methods that it is large. */
  private static StartTiers large(Budget budget) {
    StartTiers tiers = tiers(budget, false);
    for (int i = 0; i < StartTiers.LARGE_METHODS; i++) {
      assertEquals(Tier.COUNTED, tiers.of(method(20, false, false, false)));
    }
    return tiers;
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
