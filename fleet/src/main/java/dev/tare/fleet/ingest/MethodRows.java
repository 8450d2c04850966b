package dev.tare.fleet.ingest;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.io.api.Binary;

/**
 * What each method of profiles adds up to, by the profiles' nodes; written by method, so that what
 * is alike is beside each other.
 */
final class MethodRows {
  private final PathTable paths;
  private final Binary service;
  private final Binary hour;
  private final List<Sums> profiles = new ArrayList<>();

  MethodRows(PathTable paths, String service, String hour) {
    this.paths = paths;
    this.service = Binary.fromString(service);
    this.hour = Binary.fromString(hour);
  }

  /**
   * Adds a profile, with a row for each of its methods, called or not.
   *
   * @param number of the profile in the table
   * @param numbers the numbers of its methods in the table of paths
   */
  void add(long number, Profile profile, int[] numbers) {
    profiles.add(new Sums(number, profile, numbers));
  }

  /** Writes the rows of all profiles that were added, and forgets them. */
  void writeTo(RowFile<Row> file) throws IOException {
    if (profiles.isEmpty()) {
      return;
    }
    Row row = new Row(this, profiles.get(0));
    int[] sorted =
        IntStream.range(0, paths.methodCount())
            .boxed()
            .sorted(Comparator.comparing(paths::methodHash, Hash.ORDER))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int method : sorted) {
      row.hash = paths.methodHash(method);
      for (Sums sums : profiles) {
        row.of = sums;
        for (row.at = sums.first(method); row.at >= 0; row.at = sums.next[row.at]) {
          file.write(row);
        }
      }
    }
    profiles.clear();
  }

  /** Of one profile. */
  private static final class Sums {
    private final long number;
    private final List<MethodInfo> methods;
    private final MethodSums sums;
    private final long[] below;
    private final long[] above;
    private final int[] kinds;

    /** The place here of each method, by its number in the table of paths. */
    private final int[] places;

    /** Of each place, the next of the same method: a class may be there by several loaders. */
    private final int[] next;

    Sums(long number, Profile profile, int[] numbers) {
      this.number = number;
      methods = profile.methods();
      int count = methods.size();
      sums = MethodSums.of(profile.threads(), count);
      below = new long[count];
      above = new long[count];
      kinds = new int[count];
      places = new int[Arrays.stream(numbers).max().orElse(-1) + 1];
      next = new int[count];
      Arrays.fill(places, CallTree.NONE);
      for (int method = 0; method < count; method++) {
        next[method] = places[numbers[method]];
        places[numbers[method]] = method;
      }
      profile.threads().forEach(this::addBounds);
    }

    private void addBounds(ThreadProfile thread) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        CallsKind kind = tree.callsKind(node);
        if (kind != CallsKind.EXACT) {
          int at = tree.method(node);
          kinds[at] = Math.max(kinds[at], kind.number());
          below[at] += tree.calls(node) - tree.callsLow(node);
          above[at] += tree.callsHigh(node) - tree.calls(node);
        }
      }
    }

    int first(int number) {
      return number < places.length ? places[number] : CallTree.NONE;
    }
  }

  /** The row that is written; one object for all of them. */
  static final class Row {
    private final MethodRows rows;
    private Hash hash = Hash.NONE;
    private Sums of;
    private int at;

    private Row(MethodRows rows, Sums first) {
      this.rows = rows;
      of = first;
    }

    /** In the order of the schema. */
    void write(RowFile.Fields fields) {
      MethodInfo info = of.methods.get(at);
      MethodSums sums = of.sums;
      long calls = sums.calls(at);
      fields.put(0, rows.service);
      fields.put(1, rows.hour);
      fields.put(2, of.number);
      fields.put(3, hash.high());
      fields.put(4, hash.low());
      fields.put(5, Binary.fromString(info.tier()));
      fields.put(6, Binary.fromString(CallsKind.of(of.kinds[at]).key()));
      fields.put(7, calls);
      if (of.kinds[at] != 0) {
        fields.put(8, calls - of.below[at]);
        fields.put(9, calls + of.above[at]);
      }
      fields.put(10, sums.self(at));
      fields.put(11, sums.overhead(at));
      fields.put(12, sums.total(at));
      fields.put(13, sums.samples(at));
      if (sums.waiting(at) != 0) {
        fields.put(14, sums.waiting(at));
      }
      if (info.file() != null) {
        fields.put(15, Binary.fromString(info.file()));
      }
      fields.put(16, info.line());
    }
  }
}
