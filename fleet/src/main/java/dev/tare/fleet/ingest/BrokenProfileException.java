package dev.tare.fleet.ingest;

/** A file is no profile that can go into the table, and will not be one as long as it stays so. */
final class BrokenProfileException extends Exception {
  BrokenProfileException(String message) {
    super(message);
  }
}
