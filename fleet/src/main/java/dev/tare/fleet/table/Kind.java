package dev.tare.fleet.table;

import java.util.Locale;

/** What a file of the table holds; docs/fleet.md describes the columns. */
public enum Kind {
  /** A row for each file that was looked at, whether or not it was a profile. */
  FILES,
  /** A row for each profile. */
  PROFILES,
  /** A row for each profile and path. */
  NODES,
  /** A row for each path and stretch: profiles of one JVM that follow each other. */
  SUMS,
  /** A row for each method and profiles that recorded it alike. */
  TIERS,
  /** A row for each service and path. */
  PATHS,
  /** A row for each method. */
  METHODS;

  /** Its name in paths and manifests. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
