package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.model.Costs;
import dev.tare.agent.calibration.store.CalibrationStoreOption;
import dev.tare.agent.calibration.store.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statistics without a category are no result, and the user who wants a file is told. */
class KeptStatisticsTest {
  private static final Fingerprint HERE = new Fingerprint(Map.of("metric", "cpu"));
  private static final CalibrationStatistics EMPTY = statistics(List.of());
  private static final CalibrationStatistics SOME =
      statistics(List.of(new CategoryStatistic(3, 20, 1, 100)));

  @TempDir private Path folder = Path.of("");
  private Path file = folder;
  private final List<String> said = new ArrayList<>();

  private static CalibrationStatistics statistics(List<CategoryStatistic> categories) {
    return new CalibrationStatistics(categories, new Costs(10, 1, 0), 1, Convergence.COMPLETE);
  }

  @BeforeEach
  void name() {
    file = folder.resolve("named.properties");
  }

  private KeptStatistics named() {
    CalibrationStoreOption option = new CalibrationStoreOption(false, Optional.of(file));
    return new KeptStatistics(option, HERE, said::add);
  }

  @Test
  void theUserWhoNamedAFileIsToldThatThereIsNothingToWrite() {
    KeptStatistics kept = named();
    kept.write(EMPTY);
    kept.write(EMPTY);
    kept.sayWhatWasNotWritten();
    assertFalse(Files.exists(file));
    assertEquals(List.of("calstats " + file + " not written: no overhead could be measured"), said);
  }

  @Test
  void whatIsWrittenAtLastIsNotSpokenOf() {
    KeptStatistics kept = named();
    kept.write(EMPTY);
    kept.write(SOME);
    kept.sayWhatWasNotWritten();
    assertEquals(List.of(), said);
    assertEquals(SOME, named().read());
  }

  @Test
  void aFileThatCannotBeWrittenIsNamedOnce() {
    file = folder.resolve("missing").resolve("named.properties");
    KeptStatistics kept = named();
    kept.write(SOME);
    kept.write(SOME);
    kept.sayWhatWasNotWritten();
    assertEquals(1, said.size(), said.toString());
    assertTrue(said.get(0).startsWith("calstats " + file + " not written: "), said.toString());
  }

  @Test
  void theCommandFailsWithoutAFile() {
    IOException failure =
        assertThrows(IOException.class, () -> TrainTask.keep(file, HERE, EMPTY, "cpu", 7.7));
    assertEquals(
        "no overhead could be measured of cpu in 7.7 s; " + file + " not written",
        failure.getMessage());
    assertFalse(Files.exists(file));
  }

  @Test
  void theCommandSaysWhatItHasWritten() throws IOException {
    assertEquals(
        "1 categories of cpu in 7.7 s: " + file, TrainTask.keep(file, HERE, SOME, "cpu", 7.7));
    assertEquals(SOME, named().read());
  }
}
