package dev.tare.fleet.ingest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an ingestion did, for the user. */
public final class IngestReport {
  private final List<Outcome> leftOut = new ArrayList<>();
  private long known;
  private long profiles;
  private long nodes;

  /** Nothing yet but files that the table knew. */
  IngestReport(long known) {
    this.known = known;
  }

  void add(List<Outcome> outcomes) {
    for (Outcome outcome : outcomes) {
      @Nullable String problem = outcome.problem();
      if (outcome.profile() != null) {
        profiles++;
        nodes += outcome.nodes();
      } else if (problem == null) {
        known++;
      } else {
        leftOut.add(outcome);
      }
    }
  }

  /** Files whose profile the table has, or that it knows as broken. */
  public long known() {
    return known;
  }

  /** Profiles that were added. */
  public long profiles() {
    return profiles;
  }

  /** Rows of nodes that were added. */
  public long nodes() {
    return nodes;
  }

  /** Files that were left out, with the reason. */
  public List<Outcome> leftOut() {
    return Collections.unmodifiableList(leftOut);
  }
}
