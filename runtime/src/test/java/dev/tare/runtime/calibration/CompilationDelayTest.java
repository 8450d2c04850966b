package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.thread.Race;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class CompilationDelayTest {
  @Test
  void eachMethodCountsOnce() {
    CompilationDelay delay = new CompilationDelay(3);
    delay.sawCompiled(6);
    delay.sawCompiled(6);
    delay.sawCompiled(-1); // the root's
    delay.sawCompiled(6 + (1 << 16)); // shares the sixth one's bit
    delay.sawCompiled(7);
    assertFalse(delay.isOver());
    delay.sawCompiled(0);
    assertTrue(delay.isOver());
  }

  @Test
  void threadsThatSeeTheSameMethodsCountEachOnce() throws InterruptedException, ExecutionException {
    int methods = 512;
    Race.run(
        Race.rounds(1_000, 100_000),
        () -> new CompilationDelay(methods + 1),
        delay -> sawAll(delay, methods, 0),
        delay -> sawAll(delay, methods, 1),
        delay -> {
          assertFalse(delay.isOver(), "a method was counted twice");
          delay.sawCompiled(methods);
          assertTrue(delay.isOver(), "a method was not counted");
        });
  }

  private static void sawAll(CompilationDelay delay, int methods, int racer) {
    for (int i = 0; i < methods; i++) {
      delay.sawCompiled(i ^ racer); // Both set bits of the same word.
    }
  }
}
