package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BudgetKeeperTest {
  private static final long PATIENCE_NANOS = 50_000_000_000L;

  /** A program without methods. */
  private abstract static class NoMethods extends AlikeMethods {
    @Override
    public Reading read() {
      return new Reading(0, new long[0], new long[0], new BitSet(), 0, Instant.EPOCH);
    }

    @Override
    public MethodTraits traits(int method) {
      throw new IllegalArgumentException("no method " + method);
    }

    @Override
    public Tier tier(int method) {
      throw new IllegalArgumentException("no method " + method);
    }
  }

  /** Counts down at each question; fails if it is told to. */
  private static final class Asked extends NoMethods {
    private final CountDownLatch asked;
    private final boolean fails;

    Asked(CountDownLatch asked, boolean fails) {
      this.asked = asked;
      this.fails = fails;
    }

    @Override
    public long cpuNanos() {
      asked.countDown();
      if (fails) {
        throw new IllegalStateException("no clock");
      }
      return 0;
    }
  }

  /** Thinks about each answer, and measures the pause before its last one. */
  private static final class Slow extends NoMethods {
    static final long THINKS_NANOS = 5_000_000;
    static final int ANSWERS = 3;

    final CountDownLatch answers = new CountDownLatch(ANSWERS);
    private long answeredAt;
    private long pauseNanos;

    @Override
    public long cpuNanos() {
      long asked = System.nanoTime();
      while (System.nanoTime() - asked < THINKS_NANOS) {
        Thread.onSpinWait();
      }
      if (answers.getCount() > 0) {
        pauseNanos = asked - answeredAt;
        answeredAt = System.nanoTime();
        answers.countDown();
      }
      return 0;
    }
  }

  private static BudgetController controller(ProgramView view) {
    TierSwitch never = (Map<Integer, Tier> tiers) -> new TierSwitch.Outcome(0, Set.of());
    return new BudgetController(
        new Budget(1),
        ProbePrices.sampled(() -> Double.NaN),
        view,
        never,
        LearnedRates.none(),
        false);
  }

  @Test
  void itLooksUntilItIsEnded() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(3);
    List<String> said = new CopyOnWriteArrayList<>();
    BudgetController controller = controller(new Asked(asked, false));
    BudgetKeeper keeper = new BudgetKeeper(controller, Thread::new, () -> true, said::add);
    keeper.start();
    asked.await();
    assertTrue(keeper.end(System.nanoTime() + PATIENCE_NANOS));
    assertEquals(List.of(), said);
    assertEquals("of a budget of 100%", controller.status().ofBudget());
  }

  @Test
  void whereItTakesLongToAskItAsksSeldom() throws InterruptedException {
    Slow program = new Slow();
    BudgetKeeper keeper =
        new BudgetKeeper(controller(program), Thread::new, () -> true, line -> {});
    keeper.start();
    program.answers.await();
    assertTrue(keeper.end(System.nanoTime() + PATIENCE_NANOS));
    assertTrue(program.pauseNanos >= 100 * Slow.THINKS_NANOS, () -> program.pauseNanos + " ns");
  }

  @Test
  void aFaultEndsItWithAWarning() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    List<String> said = new CopyOnWriteArrayList<>();
    BudgetController controller = controller(new Asked(asked, true));
    Thread[] thread = new Thread[1];
    BudgetKeeper keeper =
        new BudgetKeeper(controller, work -> thread[0] = new Thread(work), () -> true, said::add);
    assertEquals("of a budget of 100%", controller.status().ofBudget());
    keeper.start();
    asked.await();
    thread[0].join();
    assertEquals("of a budget of 100%, which is not kept any more", controller.status().ofBudget());
    assertTrue(keeper.end(System.nanoTime() + PATIENCE_NANOS));
    assertEquals(1, said.size());
    assertTrue(said.get(0).startsWith("warning: the budget is not kept"), said.get(0));
  }

  @Test
  void aFaultInTheLastLookIsAWarningToo() {
    List<String> said = new CopyOnWriteArrayList<>();
    Reversed program = new Reversed();
    BudgetController controller = controller(program);
    for (int i = 0; i < Reversed.LOOKS; i++) {
      controller.tick();
    }
    new BudgetKeeper(controller, Thread::new, () -> true, said::add).finish();
    assertEquals(1, said.size(), said::toString);
    assertTrue(said.get(0).startsWith("warning: the budget is not kept"), said.get(0));
  }

  /** A program whose calls can be read at first, and not at the end. */
  private static final class Reversed extends NoMethods {
    static final int LOOKS = 2;
    private int readings;
    private long cpuNanos;

    @Override
    public long cpuNanos() {
      cpuNanos += 1_000_000_000;
      return cpuNanos;
    }

    @Override
    public Reading read() {
      if (readings++ >= 2) {
        throw new ArrayIndexOutOfBoundsException("no such method");
      }
      return new Reading(cpuNanos, new long[0], new long[0], new BitSet(), 0, Instant.EPOCH);
    }
  }
}
