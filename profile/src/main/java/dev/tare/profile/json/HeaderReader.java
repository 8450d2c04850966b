package dev.tare.profile.json;

import dev.tare.profile.BudgetUse;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.Limits;
import dev.tare.profile.Limits.Folded;
import dev.tare.profile.Metric;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what a profile says beside methods, threads and nodes; each value by its key. */
final class HeaderReader {
  private final JsonCursor json;

  HeaderReader(JsonCursor json) {
    this.json = json;
  }

  ProfilerInfo profiler() throws IOException {
    String name = "";
    String version = "";
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "name" -> name = json.text();
        case "version" -> version = json.text();
        default -> json.skip();
      }
    }
    return new ProfilerInfo(name, version);
  }

  RunInfo run() throws IOException {
    Instant started = Instant.EPOCH;
    long durationNanos = 0;
    long pid = 0;
    String command = "";
    String host = "";
    String os = "";
    String cpu = "";
    int cpus = 0;
    RunInfo.Jvm jvm = new RunInfo.Jvm("", "", "");
    List<RunInfo.Window> windows = List.of();
    BudgetUse budget = null;
    Map<String, String> labels = Map.of();
    String sampling = "";
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "started" -> started = json.instant();
        case "duration_ns" -> durationNanos = json.integer();
        case "pid" -> pid = json.integer();
        case "command" -> command = json.text();
        case "host" -> host = json.text();
        case "os" -> os = json.text();
        case "cpu" -> cpu = json.text();
        case "cpus" -> cpus = json.index();
        case "jvm" -> jvm = jvm();
        case "windows" -> windows = windows();
        case "budget" -> budget = budget();
        case "labels" -> labels = json.textsByKey();
        case "sampling" -> sampling = json.text();
        default -> json.skip();
      }
    }
    return new RunInfo(
        started,
        durationNanos,
        pid,
        command,
        host,
        os,
        cpu,
        cpus,
        jvm,
        windows,
        budget,
        labels,
        sampling);
  }

  private BudgetUse budget() throws IOException {
    long cpuNanos = 0;
    long ownNanos = 0;
    long ownLowNanos = 0;
    long ownHighNanos = 0;
    long exceededNanos = 0;
    long weavingNanos = 0;
    boolean isReachable = true;
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "cpu_ns" -> cpuNanos = json.integer();
        case "own_ns" -> ownNanos = json.integer();
        case "own_low_ns" -> ownLowNanos = json.integer();
        case "own_high_ns" -> ownHighNanos = json.integer();
        case "exceeded_ns" -> exceededNanos = json.integer();
        case "weaving_ns" -> weavingNanos = json.integer();
        case "reachable" -> isReachable = json.bool();
        default -> json.skip();
      }
    }
    return new BudgetUse(
        cpuNanos, ownNanos, ownLowNanos, ownHighNanos, exceededNanos, weavingNanos, isReachable);
  }

  private List<RunInfo.Window> windows() throws IOException {
    List<RunInfo.Window> windows = new ArrayList<>();
    json.enterArray();
    while (json.nextObject()) {
      Instant started = Instant.EPOCH;
      long durationNanos = 0;
      while (json.nextKey()) {
        switch (json.key()) {
          case "started" -> started = json.instant();
          case "duration_ns" -> durationNanos = json.integer();
          default -> json.skip();
        }
      }
      windows.add(new RunInfo.Window(started, durationNanos));
    }
    return windows;
  }

  private RunInfo.Jvm jvm() throws IOException {
    String vendor = "";
    String name = "";
    String version = "";
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "vendor" -> vendor = json.text();
        case "name" -> name = json.text();
        case "version" -> version = json.text();
        default -> json.skip();
      }
    }
    return new RunInfo.Jvm(vendor, name, version);
  }

  Metric metric() throws IOException {
    String name = "";
    String unit = "";
    String source = "";
    String requested = null;
    String fallback = null;
    boolean waitingKnown = false;
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "name" -> name = json.text();
        case "unit" -> unit = json.text();
        case "source" -> source = json.text();
        case "requested" -> requested = json.text();
        case "fallback" -> fallback = json.text();
        case "waiting_known" -> waitingKnown = json.bool();
        default -> json.skip();
      }
    }
    return new Metric(name, unit, source, requested, fallback, waitingKnown);
  }

  CalibrationTable calibration() throws IOException {
    String policy = "";
    String source = "";
    String training = "";
    double uncertainty = Double.NaN;
    double fluctuation = Double.NaN;
    long overhead = 0;
    List<CalibrationTable.Category> categories = List.of();
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "policy" -> policy = json.text();
        case "source" -> source = json.text();
        case "training" -> training = json.text();
        case "uncertainty" -> uncertainty = json.decimal();
        case "fluctuation" -> fluctuation = json.decimal();
        case "overhead" -> overhead = json.integer();
        case "categories" -> categories = categories();
        default -> json.skip();
      }
    }
    return new CalibrationTable(
        policy, source, training, uncertainty, fluctuation, overhead, categories);
  }

  private List<CalibrationTable.Category> categories() throws IOException {
    List<CalibrationTable.Category> result = new ArrayList<>();
    json.enterArray();
    while (json.nextObject()) {
      String events = "";
      List<String> running = List.of();
      long observed = 0;
      long minimum = 0;
      while (json.nextKey()) {
        switch (json.key()) {
          case "events" -> events = json.text();
          case "methods" -> running = json.texts();
          case "observed" -> observed = json.integer();
          case "minimum" -> minimum = json.integer();
          default -> json.skip();
        }
      }
      result.add(new CalibrationTable.Category(events, running, observed, minimum));
    }
    return result;
  }

  /** As columns, or as objects in version 1. */
  List<SkippedMethod> skipped() throws IOException {
    if (!json.enterObjectOrArray()) {
      return skippedOfVersion1();
    }
    List<String> classes = List.of();
    List<String> methods = List.of();
    List<String> descriptors = List.of();
    List<String> reasons = List.of();
    while (json.nextKey()) {
      switch (json.key()) {
        case "class" -> classes = json.texts();
        case "method" -> methods = json.texts();
        case "descriptor" -> descriptors = json.texts();
        case "reason" -> reasons = json.texts();
        default -> json.skip();
      }
    }
    List<SkippedMethod> result = new ArrayList<>();
    for (int i = 0; i < classes.size(); i++) {
      result.add(
          new SkippedMethod(
              classes.get(i), text(methods, i), text(descriptors, i), text(reasons, i)));
    }
    return result;
  }

  private static String text(List<String> column, int row) {
    return row < column.size() ? column.get(row) : "";
  }

  private List<SkippedMethod> skippedOfVersion1() throws IOException {
    List<SkippedMethod> result = new ArrayList<>();
    while (json.nextObject()) {
      String className = "";
      String name = "";
      String descriptor = "";
      String reason = "";
      while (json.nextKey()) {
        switch (json.key()) {
          case "class" -> className = json.text();
          case "method" -> name = json.text();
          case "descriptor" -> descriptor = json.text();
          case "reason" -> reason = json.text();
          default -> json.skip();
        }
      }
      result.add(new SkippedMethod(className, name, descriptor, reason));
    }
    return result;
  }

  Limits limits() throws IOException {
    long callsPastMaxnodes = 0;
    Folded folded = Folded.NOTHING;
    String missedInclude = "";
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "calls_past_maxnodes" -> callsPastMaxnodes = json.integer();
        case "folded" -> folded = folded();
        case "missed_include" -> missedInclude = json.text();
        default -> json.skip();
      }
    }
    return new Limits(callsPastMaxnodes, folded, missedInclude);
  }

  private Folded folded() throws IOException {
    long nodes = 0;
    long calls = 0;
    long self = 0;
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "nodes" -> nodes = json.integer();
        case "calls" -> calls = json.integer();
        case "self" -> self = json.integer();
        default -> json.skip();
      }
    }
    return new Folded(nodes, calls, self);
  }
}
