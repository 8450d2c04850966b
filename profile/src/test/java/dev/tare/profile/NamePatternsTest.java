package dev.tare.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamePatternsTest {
  private static final List<String> PARTS = List.of("a", "b", "ab", "*", "a*", "*b");

  @Test
  void aNameIsMatchedAsByEachPatternByItself() {
    Random random = new Random(18);
    int matched = 0;
    for (int round = 0; round < 20_000; round++) {
      List<String> texts = new ArrayList<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        texts.add(pattern(random));
      }
      List<NamePattern> each = texts.stream().map(NamePattern::new).toList();
      NamePatterns patterns = new NamePatterns(texts);
      String owner = part(random, 3) + "/" + part(random, 3);
      String method = part(random, 3);
      boolean named = random.nextBoolean();
      assertEquals(texts.isEmpty(), patterns.isEmpty());
      assertEquals(
          each.stream().anyMatch(p -> p.matchesClass(owner) && (!named || p.startsWithName())),
          patterns.matchesClass(owner, named),
          () -> owner + " by " + texts);
      assertEquals(
          each.stream().anyMatch(p -> p.everyMethod() && p.matchesClass(owner)),
          patterns.matchesEveryMethod(owner),
          () -> owner + " by " + texts);
      boolean expected =
          each.stream()
              .filter(p -> !named || p.startsWithName() || p.isExactClass())
              .anyMatch(p -> p.matchesClass(owner) && p.matchesMethod(method));
      matched += expected ? 1 : 0;
      assertEquals(
          expected,
          patterns.matchesMethod(owner, method, named),
          () -> owner + "#" + method + " by " + texts);
    }
    assertTrue(matched > 1000 && matched < 19_000, matched + " matched");
  }

  @Test
  void severalAreJoinedByColons() {
    NamePatterns patterns = new NamePatterns(NamePatterns.split("a.B#c:d.*:"));
    assertTrue(patterns.matchesMethod("a/B", "c", false));
    assertTrue(patterns.matchesMethod("d/e/F", "c", false));
    assertEquals(false, patterns.matchesMethod("a/B", "d", false));
  }

  /** A thousand times as many; one after the other they would take some hundred times as long. */
  @Test
  void manyExactNamesTakeNoLongerThanFew() {
    NamePatterns few = exact(10);
    NamePatterns many = exact(10_000);
    long fewNanos = Long.MAX_VALUE;
    long manyNanos = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      fewNanos = Math.min(fewNanos, nanosOfLookups(few));
      manyNanos = Math.min(manyNanos, nanosOfLookups(many));
    }
    assertTrue(manyNanos < 20 * fewNanos, manyNanos + " ns against " + fewNanos);
  }

  private static NamePatterns exact(int count) {
    return new NamePatterns(
        IntStream.range(0, count)
            .mapToObj(i -> "com.acme.Order" + i + (i % 2 == 0 ? "" : "#total"))
            .toList());
  }

  private static long nanosOfLookups(NamePatterns patterns) {
    long start = System.nanoTime();
    int matched = 0;
    for (int i = 0; i < 500; i++) {
      String owner = "com/acme/Order" + i;
      matched += patterns.matchesClass(owner, false) ? 1 : 0;
      matched += patterns.matchesMethod(owner, "total", false) ? 1 : 0;
      matched += patterns.matchesEveryMethod(owner) ? 1 : 0;
    }
    long nanos = System.nanoTime() - start;
    assertTrue(matched >= 25, matched + " matched");
    return nanos;
  }

  private static String pattern(Random random) {
    String owner = part(random, 6) + "." + part(random, 6);
    return random.nextBoolean() ? owner : owner + "#" + part(random, 6);
  }

  private static String part(Random random, int kinds) {
    return PARTS.get(random.nextInt(kinds));
  }
}
