package dev.tare.fleet.ingest;

import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What a look into a file found, before it is decided which task reads it.
 *
 * @param file the file
 * @param id hash of its text; "" where it is broken
 * @param identity where it belongs; null where it is broken
 * @param problem why it is left out; null where it is not
 * @param isFinal whether the file will be no better the next time
 */
record Survey(
    ListedFile file,
    String id,
    @Nullable Identity identity,
    @Nullable String problem,
    boolean isFinal)
    implements Serializable {

  static Survey of(ListedFile file, Configuration configuration, long maxTextBytes) {
    try {
      ProfileFile read = ProfileFile.readHead(file.path(), configuration, maxTextBytes);
      return new Survey(file, read.id().toString(), Identity.of(read.profile()), null, false);
    } catch (BrokenProfileException e) {
      return new Survey(file, "", null, String.valueOf(e.getMessage()), true);
    } catch (IOException e) {
      return new Survey(file, "", null, "cannot be read: " + e, false);
    }
  }
}
