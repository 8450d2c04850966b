package dev.tare.fleet.ingest;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.SampledTier;
import dev.tare.report.sum.ThreadKey;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.io.api.Binary;

/** Writes the paths and methods that a task met; which of them are new is seen afterwards. */
final class DimensionRows {
  private final PathTable paths;
  private final List<MethodInfo> methods;
  private final Binary service;
  private int at;

  DimensionRows(PathTable paths, String service) {
    this.paths = paths;
    this.methods = paths.methods();
    this.service = Binary.fromString(service);
  }

  void writePaths(RowFile<DimensionRows> file) throws IOException {
    for (at = 1; at < paths.size(); at++) {
      file.write(this);
    }
  }

  void writeMethods(RowFile<DimensionRows> file) throws IOException {
    for (at = 0; at < methods.size(); at++) {
      file.write(this);
    }
  }

  /** In the order of the schema. */
  void writePath(RowFile.Fields fields) {
    fields.put(0, service);
    fields.put(1, paths.high(at));
    fields.put(2, paths.low(at));
    ThreadKey thread = paths.thread(at);
    if (thread == null) {
      fields.put(3, paths.high(paths.parent(at)));
      fields.put(4, paths.low(paths.parent(at)));
      fields.put(5, paths.method(at).high());
      fields.put(6, paths.method(at).low());
    }
    if (thread == null && paths.tier(at) != SampledTier.OWN) {
      fields.put(7, Binary.fromString(paths.tier(at).name().toLowerCase(Locale.ROOT)));
    }
    fields.put(8, paths.depth(at));
    fields.put(9, paths.isFirstOfItsMethod(at));
    if (thread != null) {
      fields.put(10, Binary.fromString(thread.name()));
      fields.put(11, thread.virtual());
    }
  }

  /** In the order of the schema. */
  void writeMethod(RowFile.Fields fields) {
    Hash hash = paths.methodHash(at);
    fields.put(0, hash.high());
    fields.put(1, hash.low());
    fields.put(2, Binary.fromString(methods.get(at).className()));
    fields.put(3, Binary.fromString(methods.get(at).name()));
    fields.put(4, Binary.fromString(methods.get(at).descriptor()));
  }
}
