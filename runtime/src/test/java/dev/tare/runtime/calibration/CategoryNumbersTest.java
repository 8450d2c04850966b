package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.thread.Race;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class CategoryNumbersTest {
  private static final int KEYS = 256;

  @Test
  void keysAreNumberedInTheOrderInWhichTheyAreMet() {
    CategoryNumbers numbers = new CategoryNumbers(KEYS);
    assertEquals(0, numbers.give(7, 7));
    assertEquals(1, numbers.give(0, 0));
    assertEquals(0, numbers.give(7, 7));
    assertEquals(2, numbers.count());
    assertEquals(7, numbers.key(0));
    assertEquals(0, numbers.key(1));
    assertEquals(1, numbers.give(9, 0));
    assertEquals(1, numbers.numbers[9]);
    assertEquals(2, numbers.count());
  }

  @Test
  void whoeverReadsANumberFindsItsKeyAndACountAboveIt()
      throws InterruptedException, ExecutionException {
    Race.run(
        Race.rounds(1_000, 100_000),
        () -> new CategoryNumbers(KEYS),
        numbers -> {
          for (int key = 0; key < KEYS; key++) {
            numbers.give(key, key);
          }
        },
        numbers -> {
          for (int key = 0; key < KEYS; key++) {
            int number = awaitNumber(numbers, key);
            UnsafeAccess.UNSAFE.loadFence();
            assertTrue(numbers.count() > number, "count");
            assertEquals(key, numbers.key(number));
          }
        },
        numbers -> assertEquals(KEYS, numbers.count()));
  }

  /** Reads as probes do, all the time. */
  private static int awaitNumber(CategoryNumbers numbers, int key) {
    int number = numbers.numbers[key];
    while (number < 0) {
      UnsafeAccess.UNSAFE.loadFence(); // or the loop would read it once
      number = numbers.numbers[key];
    }
    return number;
  }

  @Test
  void keysThatTwoThreadsMeetAtOnceGetOneNumberEach()
      throws InterruptedException, ExecutionException {
    Race.run(
        Race.rounds(300, 30_000),
        () -> new CategoryNumbers(KEYS),
        numbers -> numberAll(numbers, 0),
        numbers -> numberAll(numbers, 1),
        numbers -> {
          assertEquals(KEYS, numbers.count());
          for (int number = 0; number < KEYS; number++) {
            assertEquals(number, numbers.numbers[numbers.key(number)]);
          }
        });
  }

  private static void numberAll(CategoryNumbers numbers, int racer) {
    for (int i = 0; i < KEYS; i++) {
      int key = i ^ racer; // Both are near one another all the time.
      assertEquals(key, numbers.key(numbers.give(key, key)));
    }
  }
}
