package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.samples.SamplerWithoutSamples;
import dev.tare.profile.json.ProfileReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples that cannot be read at the JVM's end cost no profile. */
class MissingSamplesTest {
  private final List<String> said = new ArrayList<>();

  @TempDir private Path folder = Path.of(".");

  @Test
  void theProfileIsWrittenAndTheUserIsToldThatTheyAreMissing() throws Exception {
    assertEquals("java.lang.OutOfMemoryError: full", reasonOf(new OutOfMemoryError("full")));
    assertEquals("java.lang.IllegalStateException: x", reasonOf(new IllegalStateException("x")));
  }

  private String reasonOf(Throwable fault) throws Exception {
    said.clear();
    ToldRun run = new ToldRun();
    run.recording(false, Optional.of(new FailingSampler(fault))).finish();
    assertEquals(run.metricName(), ProfileReader.read(run.file("1")).metric().name());
    String beginning = "warning: the last CPU-time samples are missing: ";
    assertEquals(beginning, said.get(0).substring(0, beginning.length()));
    return said.get(0).substring(beginning.length());
  }

  private final class ToldRun extends PlainRun {
    ToldRun() {
      super(folder, REGISTRY);
    }

    @Override
    public void say(String line) {
      said.add(line);
    }
  }

  private static final class FailingSampler extends SamplerWithoutSamples {
    private final Throwable fault;

    FailingSampler(Throwable fault) {
      this.fault = fault;
    }

    @Override
    public void finish() {
      if (fault instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) fault;
    }
  }
}
