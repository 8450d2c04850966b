package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.RunInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A period whose profile fails is in the next, whatever the fault was. */
class FailingPeriodTest {
  private static final long PERIOD_NANOS = 20_000_000;

  private final Deque<Error> faults =
      new ArrayDeque<>(List.of(new OutOfMemoryError("a"), new NoClassDefFoundError("b")));
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());

  @Test
  void theNextIsWritten(@TempDir Path folder) throws Exception {
    FailingRun run = new FailingRun(folder);
    Profiler profiler = run.recording(true);
    Periods periods = new Periods(profiler, PERIOD_NANOS, run::say);
    periods.endOne();
    periods.endOne();
    assertFalse(Files.exists(run.file("1")));
    periods.endOne();
    assertTrue(Files.exists(run.file("1")));
    profiler.stop();
    String beginning = "warning: no profile of this period, the next has it too: ";
    assertEquals(
        List.of(
            beginning + "java.lang.OutOfMemoryError: a",
            beginning + "java.lang.NoClassDefFoundError: b"),
        said);
  }

  /** A disk may be full for days. */
  @Test
  void aFaultThatStaysIsToldOnce(@TempDir Path folder) throws Exception {
    FailingRun run = new FailingRun(folder);
    Profiler profiler = run.recording(true);
    Periods periods = new Periods(profiler, PERIOD_NANOS, run::say);
    faults.addFirst(new OutOfMemoryError("a"));
    periods.endOne();
    periods.endOne();
    assertEquals(1, said.size(), said::toString);
    periods.endOne();
    periods.endOne();
    assertTrue(Files.exists(run.file("1")));
    assertEquals(2, said.size(), said::toString);
    faults.add(new NoClassDefFoundError("b"));
    periods.endOne();
    assertEquals(3, said.size(), said::toString);
    profiler.stop();
  }

  private final class FailingRun extends PlainRun {
    FailingRun(Path folder) {
      super(folder, REGISTRY);
    }

    @Override
    public RunInfo info(Instant started, long durationNanos, List<RunInfo.Window> windows) {
      if (!faults.isEmpty()) {
        throw faults.remove();
      }
      return super.info(started, durationNanos, windows);
    }

    @Override
    public void say(String line) {
      said.add(line);
    }
  }
}
