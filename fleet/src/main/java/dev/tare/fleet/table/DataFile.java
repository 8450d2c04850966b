package dev.tare.fleet.table;

import java.io.Serializable;

/**
 * A Parquet file of the table.
 *
 * @param kind what it holds
 * @param path below the table's folder
 * @param service whose rows it has; "" where it has those of several
 * @param hour whose rows it has, as {@code 2026-11-23T01}; "" where it has those of several
 * @param rows how many
 * @param bytes its length
 */
public record DataFile(Kind kind, String path, String service, String hour, long rows, long bytes)
    implements Serializable {
  /** What tells apart the profiles that tasks wrote: each has files of several kinds. */
  public String bin() {
    return bin(path);
  }

  /** The same of a file's path or address. */
  public static String bin(String path) {
    // The last folder of that name: those of the table and of services may have one that ends so.
    int batch = ("/" + path).lastIndexOf("/batches/") + "batches/".length();
    return path.substring(batch, path.indexOf('/', batch)) + path.substring(path.lastIndexOf('/'));
  }
}
