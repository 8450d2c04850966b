package dev.tare.fleet.ingest;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import org.apache.parquet.io.api.Binary;

/** Writes what each method of a profile adds up to, by the profile's nodes. */
final class MethodRows {
  private final PathTable paths;
  private final Binary service;
  private final Binary hour;
  private MethodSums sums = MethodSums.of(java.util.List.of(), 0);
  private long[] below = {};
  private long[] above = {};
  private int[] kinds = {};
  private Profile of;
  private int[] numbers = {};
  private long profile;
  private int method;

  MethodRows(PathTable paths, String service, String hour, Profile first) {
    this.paths = paths;
    this.service = Binary.fromString(service);
    this.hour = Binary.fromString(hour);
    of = first;
  }

  /** Writes a row for each method of a profile, called or not. */
  void write(RowFile<MethodRows> file, long number, Profile profileOf, int[] numbersOf)
      throws IOException {
    profile = number;
    of = profileOf;
    numbers = numbersOf;
    int methods = of.methods().size();
    sums = MethodSums.of(of.threads(), methods);
    below = new long[methods];
    above = new long[methods];
    kinds = new int[methods];
    for (ThreadProfile thread : of.threads()) {
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
    for (method = 0; method < methods; method++) {
      file.write(this);
    }
  }

  /** In the order of the schema. */
  void write(RowFile.Fields fields) {
    MethodInfo info = of.methods().get(method);
    Hash hash = paths.methodHash(numbers[method]);
    long calls = sums.calls(method);
    fields.put(0, service);
    fields.put(1, hour);
    fields.put(2, profile);
    fields.put(3, hash.high());
    fields.put(4, hash.low());
    fields.put(5, Binary.fromString(info.tier()));
    fields.put(6, Binary.fromString(CallsKind.of(kinds[method]).key()));
    fields.put(7, calls);
    if (kinds[method] != 0) {
      fields.put(8, calls - below[method]);
      fields.put(9, calls + above[method]);
    }
    fields.put(10, sums.self(method));
    fields.put(11, sums.overhead(method));
    fields.put(12, sums.total(method));
    fields.put(13, sums.samples(method));
    if (sums.waiting(method) != 0) {
      fields.put(14, sums.waiting(method));
    }
    if (info.file() != null) {
      fields.put(15, Binary.fromString(info.file()));
    }
    fields.put(16, info.line());
  }
}
