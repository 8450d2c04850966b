package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.store.CalibrationFile;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.runtime.thread.ProfilerSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What the command {@code train} does in the JVM that the agent is in. */
public final class TrainTask {
  private TrainTask() {}

  /**
   * Measures as a run of the application does, and writes the file.
   *
   * @return what was done, for people to read
   * @throws IOException where the file is one that must not be overwritten, or cannot be written,
   *     or nothing was learnt
   */
  public static String train(Path file, Fingerprint.Subject subject) throws IOException {
    Path folder = file.getParent();
    if (folder == null || !Files.isWritable(folder)) {
      throw new IOException(file + " is not in a directory that exists and can be written to");
    }
    Fingerprint here = Fingerprint.here(subject);
    if (Files.exists(file)) {
      try {
        CalibrationFile.read(file, here);
      } catch (IOException e) {
        throw new IOException(file + " " + e.getMessage() + "; not overwritten", e);
      }
    }
    ProfilerSection work = ProfilerSection.begin();
    try {
      CalibrationEffort effort = CalibrationEffort.ofThisJvm();
      CalibrationRun run = CalibrationRun.of(subject, work, effort);
      run.warmUp(CalibrationKernels.PLAIN_TURNS);
      CalibrationStatistics first = run.measure();
      CalibrationStatistics measured = run.measure().orBetter(first);
      return keep(file, here, measured, subject.metric(), effort.nanos() / 1e9);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("kernels are not packed as they should be", e);
    } finally {
      work.end();
    }
  }

  /** Writes the file, if there is anything to be written. */
  static String keep(
      Path file, Fingerprint here, CalibrationStatistics measured, String metric, double seconds)
      throws IOException {
    String what = String.format(Locale.ROOT, " of %s in %.1f s", metric, seconds);
    if (measured.categories().isEmpty()) {
      throw new IOException(KeptStatistics.NOTHING_LEARNT + what + "; " + file + " not written");
    }
    CalibrationFile.write(file, here, measured);
    return measured.categories().size()
        + " categories"
        + what
        + (measured.convergence() == Convergence.COMPLETE
            ? ": "
            : ", though the means did not stand still: ")
        + file;
  }
}
