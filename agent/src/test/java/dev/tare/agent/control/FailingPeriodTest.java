package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.RunInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A period whose profile fails is in the next, whatever the fault was. */
class FailingPeriodTest {
  private static final long PERIOD_NANOS = 20_000_000;

  private final Deque<Error> faults =
      new ArrayDeque<>(List.of(new OutOfMemoryError("a"), new NoClassDefFoundError("b")));
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void theNextIsWritten(@TempDir Path folder) throws Exception {
    FailingRun run = new FailingRun(folder);
    Profiler profiler = run.recording(true);
    profiler.startPeriods(PERIOD_NANOS);
    while (!Files.exists(run.file("1"))) {
      Thread.sleep(10);
    }
    profiler.stop();
    while (profiler.endPeriod()) {
      Thread.sleep(1); // Nothing is written once the last period is.
    }
    String beginning = "warning: no profile of this period, the next has it too: ";
    assertEquals(
        List.of(
            beginning + "java.lang.OutOfMemoryError: a",
            beginning + "java.lang.NoClassDefFoundError: b"),
        said);
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
