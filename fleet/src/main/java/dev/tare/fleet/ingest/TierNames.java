package dev.tare.fleet.ingest;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.api.Binary;

/** Numbers for the few tiers that methods have. */
final class TierNames {
  /** A hostile file may have as many as methods. */
  private static final int MAX_TIERS = 1000;

  private final List<String> names = new ArrayList<>();
  private final List<Binary> binaries = new ArrayList<>();

  short number(String name) throws BrokenProfileException {
    int known = names.indexOf(name);
    if (known < 0) {
      if (names.size() == MAX_TIERS) {
        throw new BrokenProfileException("methods have too many tiers");
      }
      known = names.size();
      names.add(name);
      binaries.add(Binary.fromString(name));
    }
    return (short) known;
  }

  /** The names by their numbers. */
  List<Binary> names() {
    return List.copyOf(binaries);
  }
}
