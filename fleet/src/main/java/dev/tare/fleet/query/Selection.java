package dev.tare.fleet.query;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which profiles a question is about.
 *
 * @param service theirs; null where the table has one alone
 * @param from windows that begin then or later; null: from the first
 * @param to windows that begin before; null: to the last
 * @param versions theirs; empty: any
 * @param host theirs; null: any
 * @param metric theirs; null where they have one alone
 */
public record Selection(
    @Nullable String service,
    @Nullable Instant from,
    @Nullable Instant to,
    List<String> versions,
    @Nullable String host,
    @Nullable String metric) {

  public Selection {
    versions = List.copyOf(versions);
  }
}
