package dev.tare.agent.calibration.store;

import dev.tare.agent.cache.CacheDirectory;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where statistics are kept from run to run: what the option {@code calstats} says.
 *
 * @param isOff nowhere, and nothing is trained for
 * @param named the file that the user named, which is written at the end too; else it is one in the
 *     user's cache directory, of the fingerprint
 */
public record CalibrationStoreOption(boolean isOff, Optional<Path> named) {
  /** Nowhere, unless the user named a file. */
  public CalibrationStoreOption onlyNamed() {
    return named.isPresent() ? this : new CalibrationStoreOption(true, named);
  }

  /** The file for this fingerprint; none where the cache directory is not to be used. */
  public Optional<Path> file(Fingerprint here) {
    return named.or(
        () -> CacheDirectory.ofUser().map(cache -> cache.resolve(CalibrationFile.name(here))));
  }
}
