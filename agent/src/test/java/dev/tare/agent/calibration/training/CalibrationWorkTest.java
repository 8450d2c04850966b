package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.model.Costs;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether the JVM's end waits for one that it has ended. */
class CalibrationWorkTest {
  private static CalibrationWork.Given given(String source) {
    return new CalibrationWork.Given(statistics(Convergence.CUT), source);
  }

  private static CalibrationStatistics statistics(Convergence convergence) {
    return new CalibrationStatistics(List.of(), new Costs(10, 1, 0), 1, convergence);
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
