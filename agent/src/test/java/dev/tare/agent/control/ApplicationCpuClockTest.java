package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tare.agent.samples.ThreadExitClocks.End;
import dev.tare.agent.weave.ThreadCpu;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplicationCpuClockTest {
  // No thread of this JVM has these ids: what it used for commands would be taken off.
  private static final long MAIN = 1_000_000_003;
  private static final long WORKER = 1_000_000_020;
  private static final long AFTER_MAIN = 1_000_000_030;

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

  /** What other tests used in this thread for commands. */
  private final long usedBefore = CommandTime.nanos(Thread.currentThread().getId());

  /** This thread is one of the machine's, which uses so much more. */
  private void use(String name, long nanos) {
    machine.set(Thread.currentThread().getId(), name, used() + nanos);
  }

  private long used() {
    return machine.nanos.getOrDefault(Thread.currentThread().getId(), usedBefore);
  }

  private void countCommands() {
    ThreadCpu.readBy(this::used);
  }

  @AfterEach
  void countCommandsByTheThreadsClock() {
    ThreadCpu.readBy(ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  @Test
  void whatAThreadUsesForCommandsDoesNotCount() throws Exception {
    countCommands();
    use("Attach Listener", 5);
    demand(5);
    for (int i = 1; i <= 2; i++) {
      UninterruptedCall.of(
          () -> {
            use("Attach Listener", 40);
            demand(5);
            use("Attach Listener", 30);
            return "";
          });
      demand(5);
    }
    use("Attach Listener", 10);
    demand(15);
  }

  @Test
  void whatAThreadUsesForACommandThatFailsDoesNotCount() {
    countCommands();
    use("worker", 5);
    demand(5);
    assertThrows(
        CommandRefused.class,
        () ->
            UninterruptedCall.of(
                () -> {
                  use("worker", 40);
                  throw new CommandRefused("of the test");
                }));
    use("worker", 1);
    demand(6);
  }

  @Test
  void whatAThreadUsesForCommandsDoesNotCountWhenItTellsOfItsEnd() throws Exception {
    countCommands();
    machine.set(MAIN, "main", 100);
    use("worker", 5);
    demand(105);
    command("worker", 40);
    long id = Thread.currentThread().getId();
    machine.end(id);
    machine.tellEnd(id, "worker", 0, usedBefore + 47);
    demand(107);
  }

  @Test
  void whatMainUsedForCommandsDoesNotCountForItsSuccessor() throws Exception {
    countCommands();
    use("main", 100);
    demand(100);
    command("main", 40);
    demand(100);
    machine.end(Thread.currentThread().getId());
    machine.set(AFTER_MAIN, "DestroyJavaVM", usedBefore + 143);
    demand(103);
  }

  private void command(String thread, long nanos) throws Exception {
    UninterruptedCall.of(
        () -> {
          use(thread, nanos);
          return "";
        });
  }

  /** As when the profiler is attached after that. */
  @Test
  void aSuccessorThatIsThereFromTheFirstLookOnCountsWhole() {
    machine.set(WORKER, "worker", 10);
    machine.set(AFTER_MAIN, "DestroyJavaVM", 103);
    demand(113);
  }
}
