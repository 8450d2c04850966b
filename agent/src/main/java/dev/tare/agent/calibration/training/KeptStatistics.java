package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.store.CalibrationFile;
import dev.tare.agent.calibration.store.CalibrationStoreOption;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.calibration.store.RefusedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The file in which statistics are kept from run to run. */
final class KeptStatistics {
  /** Why statistics without any category are not written. */
  static final String NOTHING_LEARNT = "no overhead could be measured";

  private final CalibrationStoreOption keeping;
  private final Fingerprint here;
  private final Consumer<String> say;

  private Optional<Path> file;
  private @Nullable String notWritten;

  /**
   * Touches no file yet.
   *
   * @param here of which the statistics are
   * @param say told, in a line, what the user must know
   */
  KeptStatistics(CalibrationStoreOption keeping, Fingerprint here, Consumer<String> say) {
    this.keeping = keeping;
    this.here = here;
    this.say = say;
    this.file = keeping.file(here);
  }

  /** The file's path; empty where there is none. */
  String path() {
    return file.map(Path::toString).orElse("");
  }

  /** What is kept, if it holds here; a file that does not is left alone from now on. */
  @Nullable CalibrationStatistics read() {
    if (file.isEmpty() || !Files.exists(file.get())) {
      return null;
    }
    try {
      return CalibrationFile.read(file.get(), here);
    } catch (IOException e) {
      String fault =
          e instanceof RefusedFileException ? "" + e.getMessage() : "cannot be read: " + e;
      say.accept("calstats " + file.get() + " " + fault + "; not used and not overwritten");
    }
    file = Optional.empty();
    return null;
  }

  /** Keeps these in place of earlier ones, if they hold anything. */
  void write(CalibrationStatistics statistics) {
    if (file.isPresent()) {
      try {
        notWritten = NOTHING_LEARNT;
        if (!statistics.categories().isEmpty()) {
          CalibrationFile.write(file.get(), here, statistics);
          notWritten = null;
        }
      } catch (IOException e) {
        notWritten = e.toString();
      }
    }
  }

  /** Says why a file that the user named has not got the last statistics. */
  void sayWhatWasNotWritten() {
    if (notWritten != null && keeping.named().isPresent()) {
      say.accept("calstats " + path() + " not written: " + notWritten);
    }
  }
}
