package dev.tare.junit.sample;

import dev.tare.junit.ExactCalls;
import dev.tare.junit.MaxAllocation;
import dev.tare.junit.MaxCalls;
import dev.tare.junit.MaxSelf;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that keep and break bounds; run by other tests, and not found by the build. */
@MaxCalls(method = "dev.tare.junit.sample.Dao#never", atMost = 0)
@Execution(ExecutionMode.CONCURRENT)
public class BoundedSamples {
  /** What {@link Dao#compute} takes. */
  public static final long COMPUTED_NANOS = 300_000_000;

  /** What {@link Dao#allocate} allocates, and the header of an array. */
  public static final int ALLOCATED_BYTES = 10_000_000;

  private static final String LOAD = "dev.tare.junit.sample.Dao#load";

  @BeforeEach
  @AfterEach
  void loadsBesideTheTest() {
    Dao.load(1);
  }

  @RepeatedTest(20)
  @MaxCalls(method = LOAD, atMost = 3)
  @ExactCalls(method = LOAD, times = 3)
  void keeps() {
    Dao.loadAll(3);
  }

  @Test
  @MaxCalls(method = LOAD, atMost = 3)
  void breaksByOne() {
    Dao.loadAll(4);
  }

  @Test
  @ExactCalls(method = LOAD, times = 3)
  void callsTooFew() {
    Dao.loadAll(2);
  }

  @Test
  @ExactCalls(method = LOAD, times = 70)
  void keepsInItsThreads() throws Exception {
    Dao.load(1);
    Thread thread = new Thread(() -> Dao.loadAll(9));
    thread.start();
    thread.join();
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      Future<?>[] parts = new Future<?>[6];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = pool.submit(() -> Dao.loadAll(10));
      }
      for (Future<?> part : parts) {
        part.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void breaksTheBoundOfTheClass() {
    Dao.never();
  }

  @Test
  @MaxCalls(method = "dev.tare.junit.sample.Dao#laod", atMost = 3)
  void namesNoMethod() {
    Dao.loadAll(3);
  }

  @Test
  @MaxCalls(method = "dev.tare.junit.sample.Dao#laod", atMost = 0)
  void namesNoMethodThatMustNotBeCalled() {
    Dao.loadAll(3);
  }

  /** Classes of the JDK are instrumented only where 'include' names them. */
  @Test
  @MaxCalls(method = "java.util.UUID#fromString", atMost = 0)
  void callsWhatHasNoProbes() {
    UUID.fromString("0-0-0-0-0");
  }

  @Test
  @ExactCalls(method = "java.util.UUID#from*:" + LOAD, times = 1)
  void callsWhatHasNoProbesAndWhatHas() {
    UUID.fromString("0-0-0-0-0");
    Dao.load(1);
  }

  @Test
  @MaxCalls(method = "dev.tare.junit.sample.NotLoaded#load:*.NotLoadedEither", atMost = 0)
  void doesNotCallWhatIsNotLoaded() {
    Dao.load(1);
  }

  @Test
  @MaxSelf(method = LOAD, atMost = 60_000_000_000L)
  void takesLessThanAMinute() {
    Dao.loadAll(3);
  }

  @Test
  @MaxSelf(method = "dev.tare.junit.sample.Dao#compute", atMost = 60_000_000_000L)
  void computesForLessThanAMinute() {
    Dao.compute(COMPUTED_NANOS);
  }

  @Test
  @MaxSelf(method = "dev.tare.junit.sample.Dao#compute", atMost = COMPUTED_NANOS / 10)
  void computesForTooLong() {
    Dao.compute(COMPUTED_NANOS);
  }

  @Test
  @MaxAllocation(atMost = 2 * ALLOCATED_BYTES)
  void allocatesLittle() {
    Dao.allocate(ALLOCATED_BYTES);
  }

  @Test
  @MaxAllocation(atMost = ALLOCATED_BYTES - 1)
  void allocatesTooMuch() {
    Dao.allocate(ALLOCATED_BYTES);
  }

  @Test
  @MaxSelf(
      method = "dev.tare.junit.sample.Dao#allocate",
      atMost = ALLOCATED_BYTES - 1,
      metric = "alloc")
  void allocatesTooMuchItself() {
    Dao.allocate(ALLOCATED_BYTES);
  }

  /** What stands on the class around it holds here. */
  @Nested
  class Inner {
    @Test
    void breaksTheBoundOfTheOuterClass() {
      Dao.never();
    }

    @Nested
    class Innermost {
      @Test
      void breaksTheBoundOfTheOutermostClass() {
        Dao.never();
      }
    }
  }

  /** What it says itself wins over the same of the class around it; the rest holds. */
  @Nested
  @ExactCalls(method = "dev.tare.junit.sample.Dao#never", times = 1)
  @MaxCalls(method = LOAD, atMost = 2)
  class WithItsOwn {
    @Test
    void keepsItsOwnBound() {
      Dao.never();
    }

    @Test
    @MaxCalls(method = LOAD, atMost = 4)
    void breaksTheBoundOfItsClass() {
      Dao.never();
      Dao.loadAll(3);
    }
  }
}
