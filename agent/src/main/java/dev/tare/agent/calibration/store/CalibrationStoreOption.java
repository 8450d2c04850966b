package dev.tare.agent.calibration.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where statistics are kept from run to run: what the option {@code calstats} says. */
public final class CalibrationStoreOption {
  /** Nowhere, and nothing is trained for. */
  public static final CalibrationStoreOption OFF = new CalibrationStoreOption(Optional.empty());

  /** In the user's cache directory, in a file for each fingerprint. */
  public static final CalibrationStoreOption AUTO = new CalibrationStoreOption(Optional.empty());

  private final Optional<Path> named;

  private CalibrationStoreOption(Optional<Path> named) {
    this.named = named;
  }

  /** In this file. */
  public static CalibrationStoreOption in(Path file) {
    return new CalibrationStoreOption(Optional.of(file));
  }

  /** Whether the user named the file: then it is written at the end too. */
  public boolean isNamed() {
    return named.isPresent();
  }

  /** The file for this fingerprint; none where the cache directory is not to be used. */
  public Optional<Path> file(Fingerprint here) {
    if (isNamed()) {
      return named;
    }
    try {
      return CacheDirectory.ofUser()
          .map(cache -> cache.resolve("calstats-" + here.hash() + ".json"));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // Nobody asked for a file here.
    }
  }
}
