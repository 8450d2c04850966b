package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.samples.ThreadExitClocks.End;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApplicationCpuClockTest {
  private static final long MAIN = 3;
  private static final long WORKER = 20;
  private static final long AFTER_MAIN = 30;

  private final Machine machine = new Machine();
  private final ApplicationCpuClock clock = new ApplicationCpuClock();

  /** Threads whose clocks the test sets. */
  private static final class Machine implements ApplicationCpuClock.Threads {
    private final Map<Long, Long> nanos = new LinkedHashMap<>();
    private final Map<Long, String> names = new LinkedHashMap<>();
    private final Queue<End> ends = new ArrayDeque<>();

    void set(long id, String name, long used) {
      names.put(id, name);
      nanos.put(id, used);
    }

    void end(long id) {
      names.remove(id);
      nanos.remove(id);
    }

    @Override
    public long[] ids() {
      return names.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public long[] nanos(long[] ids) {
      return Arrays.stream(ids).map(id -> nanos.getOrDefault(id, -1L)).toArray();
    }

    @Override
    public String name(long id) {
      return names.getOrDefault(id, "");
    }

    @Override
    public @Nullable End nextEnd() {
      return ends.poll();
    }

    /** Ends after its last probe; stays listed where the JVM is not done with it. */
    void tellEnd(long id, String name, long nanosBefore, long used) {
      ends.add(new End(id, name, nanosBefore, used));
    }
  }

  private void demand(long nanos) {
    assertEquals(nanos, clock.nanos(machine));
  }

  @Test
  void threadsThatEndedCountWithWhatTheyHadUsed() {
    machine.set(MAIN, "main", 100);
    machine.set(WORKER, "worker", 50);
    demand(150);
    machine.set(WORKER, "worker", 70);
    demand(170);
    machine.end(WORKER);
    machine.set(MAIN, "main", 110);
    demand(180);
  }

  @Test
  void aThreadThatEndedCountsWithItsLastMoment() {
    machine.set(MAIN, "main", 100);
    machine.set(WORKER, "worker", 50);
    demand(150);
    machine.end(WORKER);
    machine.tellEnd(WORKER, "worker", 1, 80);
    demand(180);
    demand(180);
  }

  @Test
  void aThreadThatNoLookSawCountsFromItsFirstProbeOn() {
    machine.set(MAIN, "main", 100);
    demand(100);
    machine.tellEnd(WORKER, "worker", 2, 10);
    machine.tellEnd(WORKER + 1, "tare-worker", 2, 10);
    demand(108);
    demand(108);
  }

  @Test
  void aThreadThatIsStillListedWhenItHasToldOfItsEndCountsOnce() {
    machine.set(MAIN, "main", 100);
    demand(100);
    machine.tellEnd(WORKER, "worker", 0, 10);
    demand(110);
    machine.set(WORKER, "worker", 11);
    demand(111);
    machine.tellEnd(WORKER + 1, "worker", 0, 30);
    machine.set(WORKER + 1, "worker", 29);
    demand(141);
    machine.set(WORKER + 1, "worker", 31);
    demand(142);
  }

  /** Its id is still listed when its clock is not there any more. */
  @Test
  void aThreadThatTellsOfItsEndDuringALookCountsOnce() {
    machine.set(WORKER, "worker", 50);
    demand(50);
    machine.nanos.remove(WORKER);
    machine.tellEnd(WORKER, "worker", 0, 60);
    demand(60);
    machine.end(WORKER);
    demand(60);
  }

  @Test
  void whatMainUsedIsCountedOnceWhenItTellsOfItsEnd() {
    machine.set(MAIN, "main", 100);
    demand(100);
    machine.end(MAIN);
    machine.tellEnd(MAIN, "main", 0, 104);
    machine.set(AFTER_MAIN, "DestroyJavaVM", 105);
    demand(105);
  }

  @Test
  void theProfilersOwnThreadsDoNotCount() {
    machine.set(MAIN, "main", 100);
    machine.set(WORKER, "tare-budget", 50);
    demand(100);
    machine.set(WORKER, "tare-budget", 70);
    demand(100);
  }

  @Test
  void whatMainUsedIsCountedOnceWhenItsSuccessorIsSeen() {
    machine.set(MAIN, "main", 100);
    demand(100);
    machine.end(MAIN);
    machine.set(AFTER_MAIN, "DestroyJavaVM", 103);
    demand(103);
  }

  @Test
  void whatMainUsedIsCountedOnceWhenALookFindsNeitherItNorItsSuccessor() {
    machine.set(MAIN, "main", 100);
    machine.set(WORKER, "worker", 10);
    demand(110);
    machine.end(MAIN);
    demand(110);
    machine.set(AFTER_MAIN, "DestroyJavaVM", 103);
    demand(113);
  }

  /** Its id is still listed, but it has ended before it is asked for its time. */
  @Test
  void whatMainUsedIsCountedOnceWhenItEndsDuringALook() {
    machine.set(MAIN, "main", 100);
    demand(100);
    machine.nanos.remove(MAIN);
    demand(100);
    machine.end(MAIN);
    machine.set(AFTER_MAIN, "DestroyJavaVM", 103);
    demand(103);
  }

  /** As when the profiler is attached after that. */
  @Test
  void aSuccessorThatIsThereFromTheFirstLookOnCountsWhole() {
    machine.set(WORKER, "worker", 10);
    machine.set(AFTER_MAIN, "DestroyJavaVM", 103);
    demand(113);
  }
}
