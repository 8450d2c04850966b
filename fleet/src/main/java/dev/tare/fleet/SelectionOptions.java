package dev.tare.fleet;

import dev.tare.fleet.query.Selection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which profiles are meant, whatever their version. */
final class SelectionOptions {
  @Option(
      names = "--service",
      description = "Of this service; may be left out where the table has one.")
  private @Nullable String service;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Of windows that begin then or later, such as 2026-11-23T01:00:00Z.")
  private @Nullable Instant from;

  @Option(names = "--to", paramLabel = "TIME", description = "Of windows that begin before.")
  private @Nullable Instant to;

  @Option(names = "--host", description = "Of this host.")
  private @Nullable String host;

  @Option(names = "--metric", description = "Of this metric, where there are several.")
  private @Nullable String metric;

  /**
   * The selection.
   *
   * @param versions those that are meant; empty: any
   */
  Selection selection(List<String> versions) {
    return new Selection(service, from, to, versions, host, metric);
  }
}
