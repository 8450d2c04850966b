package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.model.Costs;
import dev.tare.agent.calibration.store.CalibrationStoreOption;
import dev.tare.agent.calibration.store.Fingerprint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether the JVM's end waits for one that it has ended. */
class CalibrationWorkTest {
  private static CalibrationWork.Given given(String source) {
    return new CalibrationWork.Given(statistics(Convergence.CUT), source);
  }

  private static CalibrationStatistics statistics(Convergence convergence) {
    return new CalibrationStatistics(List.of(), new Costs(10, 1, 0), 1, convergence);
  }

  /** As one does that finds no memory even to say that it has none. */
  @Test
  void nobodyWaitsForAThreadThatHasEndedWithoutAWord() throws InterruptedException {
    List<String> told = new ArrayList<>();
    CalibrationStoreOption named = new CalibrationStoreOption(false, Optional.of(Path.of("file")));
    Fingerprint.Subject subject =
        new Fingerprint.Subject("time", "clock", "full", true, "", 0, () -> "cpu");
    CalibrationWork work = new CalibrationWork(named, subject, told::add);
    Thread ended = new Thread(() -> {});
    ended.start();
    ended.join();
    work.thread = ended;
    long deadline = System.nanoTime();
    work.await(deadline);
    work.keep(deadline);
    assertEquals(List.of(), told, "it would be said of a thread that is still at work");
  }

  @Test
  void aRunThatIsCutWritesNothingWhereAFileIsThere() {
    assertFalse(CalibrationWork.mayBeKept(given("calstats-1.properties"), false));
  }

  @Test
  void whatWasMeasuredIsKeptAndSoIsTheFirst() {
    assertTrue(CalibrationWork.mayBeKept(given("trained"), false));
    assertTrue(CalibrationWork.mayBeKept(null, false));
  }

  @Test
  void whereTheUserNamedTheFileTheRunGoesOn() {
    assertTrue(CalibrationWork.mayBeKept(given("calstats-1.properties"), true));
  }
}
