package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.store.CalibrationFile;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.calibration.store.JvmEnvironment;
import dev.tare.agent.calibration.store.RefusedFileException;
import dev.tare.runtime.thread.ProfilerSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What the command {@code train} does in the JVM that the agent is in. */
public final class TrainTask {
  /** As a run of the application makes, one after the other. */
  private static final int MEASUREMENTS = 4;

  /** With the start of the JVM it stays under 10 seconds. */
  private static final long MAX_NANOS = 7_500_000_000L;

  private TrainTask() {}

  /**
   * Trains, and writes the file.
   *
   * @return what was done, for people to read
   * @throws IOException where the file is one that must not be overwritten, or cannot be written
   */
  public static String train(Path file, Fingerprint.Subject subject, JvmEnvironment surroundings)
      throws IOException {
    Path folder = file.getParent();
    if (folder == null || !Files.isWritable(folder)) {
      throw new IOException(file + " is not in a directory that exists and can be written to");
    }
    Fingerprint here = Fingerprint.here(subject, surroundings);
    if (Files.exists(file)) {
      try {
        CalibrationFile.read(file, here);
      } catch (RefusedFileException e) {
        throw new IOException(file + " " + e.getMessage() + "; not overwritten", e);
      }
    }
    long begin = System.nanoTime();
    ProfilerSection work = ProfilerSection.begin();
    try {
      CalibrationEffort effort = CalibrationEffort.ofThisJvm(MAX_NANOS);
      CalibrationRun training = CalibrationRun.of(subject, work, effort);
      CalibrationStatistics trained = training.measure();
      boolean isSteady = training.wasSteady();
      for (int i = 1; i < MEASUREMENTS && effort.goesOn(); i++) {
        trained = trained.least(training.measure());
        isSteady |= training.wasSteady();
      }
      CalibrationFile.write(file, here, trained);
      return String.format(
          Locale.ROOT,
          "%d categories of %s in %.1f s%s: %s",
          trained.categories().size(),
          subject.metric(),
          (System.nanoTime() - begin) / 1e9,
          isSteady ? "" : ", though the means did not stand still",
          file);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("kernels are not packed as they should be", e);
    } finally {
      work.end();
    }
  }
}
