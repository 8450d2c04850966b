package dev.tare.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which version's profiles are meant, where a command is of one version. */
final class VersionOption {
  @Option(names = "--version-label", paramLabel = "VERSION", description = "Of this version.")
  private @Nullable String version;

  /** That version; empty: any. */
  List<String> versions() {
    return version == null ? List.of() : List.of(version);
  }
}
