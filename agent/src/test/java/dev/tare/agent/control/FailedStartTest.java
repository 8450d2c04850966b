package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.weave.MethodRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A start for which there was no thread, and the ones after it. */
class FailedStartTest {
  @Test
  void theNextStartPreparesWhatIsLeft() throws CommandRefused {
    RunWithoutThreads run = new RunWithoutThreads();
    long now = System.nanoTime();
    Recording recording =
        new Recording(Instant.now(), now, Optional.empty(), Optional.empty(), Optional.empty());
    Profiler profiler = new Profiler(run, recording, Optional.empty(), now, false);
    assertThrows(OutOfMemoryError.class, profiler::start);
    profiler.start();
    assertTrue(profiler.isRecording());
    profiler.stop();
    profiler.start();
    assertEquals(2, run.preparations);
  }

  /** Has no thread to begin with. */
  private static final class RunWithoutThreads extends PlainRun {
    private int preparations;

    RunWithoutThreads() {
      super(Path.of(""), new MethodRegistry());
    }

    @Override
    public void prepare() {
      if (++preparations == 1) {
        throw new OutOfMemoryError("unable to create native thread");
      }
    }
  }
}
