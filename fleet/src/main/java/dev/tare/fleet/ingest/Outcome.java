package dev.tare.fleet.ingest;

import java.io.Serializable;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * What became of a file.
 *
 * @param file the file
 * @param profile number of its profile in the table; null where it has none
 * @param nodes rows of its profile
 * @param problem why it was left out; null where it was not
 * @param isFinal whether the file is not looked at again as long as it stays as it is and, where it
 *     was left out, so does what reads it
 */
public record Outcome(
    ListedFile file, @Nullable Long profile, long nodes, @Nullable String problem, boolean isFinal)
    implements Serializable {

  static Outcome added(ListedFile file, long profile, long nodes) {
    return new Outcome(file, profile, nodes, null, true);
  }

  /** The table has its profile from another file. */
  static Outcome again(ListedFile file) {
    return new Outcome(file, null, 0, null, true);
  }

  static Outcome leftOut(ListedFile file, String problem, boolean isFinal) {
    return new Outcome(file, null, 0, problem, isFinal);
  }

  /**
   * In the order of the schema.
   *
   * @param reader what read it, if it was left out
   */
  void write(RowFile.Fields fields, String reader) {
    fields.put(0, Binary.fromString(file.path()));
    fields.put(1, file.bytes());
    fields.put(2, file.modified());
    if (profile != null) {
      fields.put(3, profile);
    }
    if (problem != null) {
      fields.put(4, Binary.fromString(problem));
    }
    fields.put(5, isFinal);
    if (problem != null) {
      fields.put(6, Binary.fromString(reader));
    }
  }
}
