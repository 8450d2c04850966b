package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class NumbersByHashTest {
  private static final int MANY = 20_000;

  private final NumbersByHash numbers = new NumbersByHash();

  @Test
  void hashesOfAllKinds() {
    findsAll(number -> 31 * number);
  }

  @Test
  void hashesThatDifferInTheirUpperBitsAlone() {
    findsAll(number -> number << 16);
  }

  @Test
  void hashesThatManyHave() {
    findsAll(number -> number % 500 - 1);
  }

  private void findsAll(IntUnaryOperator hash) {
    for (int number = 0; number < MANY; number++) {
      assertEquals(NumbersByHash.NONE, find(hash, number));
      numbers.add(hash.applyAsInt(number), number);
    }
    for (int number = 0; number < MANY; number++) {
      assertEquals(number, find(hash, number));
    }
  }

  private int find(IntUnaryOperator hash, int wanted) {
    int hashed = hash.applyAsInt(wanted);
    return numbers.find(
        hashed,
        number -> {
          assertEquals(hashed, hash.applyAsInt(number), "others are not asked about");
          return number == wanted;
        });
  }
}
