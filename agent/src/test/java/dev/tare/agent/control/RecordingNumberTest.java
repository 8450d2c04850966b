package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.budget.ProgramView;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingNumberTest {
  @Test
  void eachRecordingHasAnother(@TempDir Path folder) throws Exception {
    Profiler profiler = new PlainRun(folder, PlainRun.REGISTRY).recording(false);
    assertEquals(1, profiler.recordingNumber());
    profiler.stop();
    assertEquals(ProgramView.NO_RECORDING, profiler.recordingNumber());
    profiler.start();
    assertEquals(2, profiler.recordingNumber());
  }
}
