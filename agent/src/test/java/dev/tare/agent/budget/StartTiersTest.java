package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StartTiersTest {
  private static Tier start(Budget budget, MethodTraits method, boolean isOver) {
    return tiers(budget, isOver).of(method);
  }

  private static StartTiers tiers(Budget budget, boolean isOver) {
    return tiers(budget, LearnedRates.none(), false, isOver);
  }

  private static StartTiers tiers(
      Budget budget, LearnedRates learned, boolean looksLarge, boolean isOver) {
    return StartTiers.of(
        budget, ProbePrices.sampled(() -> Double.NaN), learned, looksLarge, () -> isOver);
  }

  /** What a run left that wove so many methods. */
  private static LearnedRates afterRunOf(int methods) {
    return new LearnedRates(Map.of(), Map.of(), Map.of(), Map.of(), 1, methods);
  }

  /** What so many runs of a large program left. */
  private static LearnedRates afterRuns(int runs) {
    return new LearnedRates(Map.of(), Map.of(), Map.of(), Map.of(), runs, 89_000);
  }

  private static MethodTraits method(int size, boolean callsNothing, boolean loops, boolean named) {
    return method(1, size, callsNothing, loops, named);
  }

  private static MethodTraits method(
      int crc, int size, boolean callsNothing, boolean loops, boolean named) {
    return new MethodTraits("A", "m", "()V", new CodeTraits(crc, size, callsNothing, loops, named));
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
  void methodsOfLargeProgramsBeginWithoutProbesIfTheBudgetIsTight() {
    StartTiers tight = large(new Budget(0.1));
    assertEquals(Tier.MERGED, tight.of(method(20, false, false, false)));
    assertEquals(Tier.MERGED, tight.of(method(20, false, true, false)));
    assertEquals(Tier.MERGED, tight.of(method(500, false, false, false)));
    assertEquals(Tier.TIMED, tight.of(method(501, false, false, false)));
    assertEquals(Tier.MERGED, tight.of(method(501, true, false, false)));
    assertEquals(Tier.TIMED, tight.of(method(20, false, false, true)));
  }

  @Test
  void smallMethodsOfOtherLargeProgramsBeginFlat() {
    StartTiers wide = large(new Budget(0.5));
    assertEquals(Tier.FLAT, wide.of(method(20, false, false, false)));
    assertEquals(Tier.FLAT, wide.of(method(100, false, true, false)));
    assertEquals(Tier.FLAT, wide.of(method(500, true, false, false)));
    assertEquals(Tier.TIMED, wide.of(method(101, false, false, false)));
    assertEquals(Tier.TIMED, wide.of(method(20, false, false, true)));
  }

  @Test
  void whereMethodsBeginUnmeasuredThatIsKnown() {
    LearnedRates learned = LearnedRates.none();
    StartTiers tight = tiers(new Budget(0.1), learned, true, false);
    tight.of(method(501, false, false, false));
    assertFalse(learned.lacksRates());
    tight.of(method(20, false, false, false));
    assertTrue(learned.lacksRates());
  }

  @Test
  void whatWasNotCompiledGetsItsProbesInLaterRuns() {
    int late = StartTiers.SPREAD - 1;
    MethodTraits compiled = ofClass("A", "compiled", StartTiers.SPREAD, 100);
    MethodTraits small = ofClass("A", "small", StartTiers.SPREAD, 35);
    MethodTraits other = ofClass("A", "other", StartTiers.SPREAD, 100);
    MethodTraits later = ofClass("B", "later", late, 100);
    LearnedRates learned = LearnedRates.none();
    learned.putUnmeasured(compiled, true);
    learned.putUnmeasured(other, false);
    learned.putUnmeasured(small, false);
    learned.putUnmeasured(later, false);
    learned.putUnmeasured(ofClass("B", "often", late, 100), true);
    for (int run = 1; run <= StartTiers.SPREAD; run++) {
      LearnedRates known = NextRun.of(learned);
      StartTiers tight = tiers(new Budget(0.1), known, true, false);
      assertEquals(Tier.MERGED, tight.of(compiled));
      assertEquals(Tier.TIMED, tight.of(other));
      assertEquals(Tier.MERGED, tight.of(small));
      assertEquals(run <= late ? Tier.MERGED : Tier.TIMED, tight.of(later));
      assertTrue(known.lacksRates());
      learned = NextRun.of(learned);
    }
    StartTiers wide = tiers(new Budget(1), NextRun.of(learned), true, false);
    assertEquals(Tier.FLAT, wide.of(compiled));
  }

  @Test
  void onlyOfMeasuredMethodsCallersKnowBeforehandThatTheyLackNodes() {
    MethodTraits compiled = ofClass("A", "compiled", 1, 100);
    MethodTraits measured = ofClass("A", "measured", 1, 100);
    LearnedRates learned = LearnedRates.none();
    learned.putUnmeasured(compiled, true);
    learned.put(measured, 1, 0, false, Tier.MERGED);
    StartTiers tight = tiers(new Budget(0.1), NextRun.of(learned), true, false);
    assertEquals(Tier.MERGED, tight.of(compiled));
    assertFalse(tight.willLackNodes("A", "compiled()V"));
    assertEquals(Tier.MERGED, tight.of(measured));
    assertTrue(tight.willLackNodes("A", "measured()V"));
  }

  private static MethodTraits ofClass(String name, String method, int crc, int size) {
    return new MethodTraits(name, method, "()V", new CodeTraits(crc, size, false, false, false));
  }

  @Test
  void aFirstRunHadFewProbesWhereMostMethodsBeganWithoutOne() {
    LearnedRates learned = LearnedRates.none();
    StartTiers tiers = tiers(new Budget(0.1), learned, false, false);
    int large = StartTiers.LARGE_METHODS;
    for (int begun = 0; begun < 2 * large; begun++) {
      tiers.of(method(20, false, false, false));
      assertFalse(learned.hadFewProbes(), begun + " methods have begun");
    }
    assertTrue(learned.lacksRates());
    for (int begun = 0; begun < 10; begun++) {
      tiers.of(method(20, false, false, false));
    }
    assertTrue(learned.hadFewProbes());
  }

  @Test
  void aProgramIsLargeThatLooksSoAndLaterOneThatWas() {
    MethodTraits small = method(20, false, false, false);
    Budget budget = new Budget(0.1);
    assertEquals(Tier.MERGED, tiers(budget, LearnedRates.none(), true, false).of(small));
    assertEquals(Tier.COUNTED, tiers(budget, LearnedRates.none(), false, false).of(small));
    int large = StartTiers.LARGE_METHODS;
    assertEquals(Tier.COUNTED, tiers(budget, afterRunOf(large), true, false).of(small));
    assertEquals(Tier.MERGED, tiers(budget, afterRunOf(large + 1), false, false).of(small));
  }

  @Test
  void onePartOfTheClassesHasProbesInEachRun() {
    StartTiers tight = large(new Budget(0.1));
    assertEquals(List.of(0, 256), classesWith(Tier.FLAT, 20, tight));
    assertEquals(List.of(0, 256), classesWith(Tier.TIMED, 500, tight));
    StartTiers next = tiers(new Budget(0.1), afterRunOf(89_000), false, false);
    assertEquals(List.of(255, 511), classesWith(Tier.FLAT, 20, next));
  }

  @Test
  void itIsKnownWhichClassesChangeInTurn() {
    StartTiers first = tiers(new Budget(0.1), LearnedRates.none(), true, false);
    assertEquals(List.of(0, 255, 256, 511), classesInTurn(20, first));
    List<Integer> waiting = classesInTurn(100, first);
    assertEquals(2 * StartTiers.PARTS / StartTiers.SPREAD + 2, waiting.size());
    assertTrue(waiting.stream().allMatch(crc -> crc % StartTiers.SPREAD == 0 || crc % 256 == 255));
    StartTiers last = tiers(new Budget(0.1), afterRuns(StartTiers.SPREAD), false, false);
    assertEquals(List.of(247, 248, 503, 504), classesInTurn(100, last));
    StartTiers wide = tiers(new Budget(0.5), LearnedRates.none(), true, false);
    assertEquals(List.of(), classesInTurn(100, wide));
    StartTiers small = tiers(new Budget(0.1), LearnedRates.none(), false, false);
    assertEquals(List.of(), classesInTurn(100, small));
  }

  private static List<Integer> classesInTurn(int size, StartTiers tiers) {
    return IntStream.range(0, 2 * StartTiers.PARTS)
        .filter(crc -> tiers.isInTurn(new CodeTraits(crc, size, false, false, false)))
        .boxed()
        .toList();
  }

  private static List<Integer> classesWith(Tier tier, int size, StartTiers tiers) {
    return IntStream.range(0, 2 * StartTiers.PARTS)
        .filter(crc -> tiers.of(method(crc, size, false, false, false)) == tier)
        .boxed()
        .toList();
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
