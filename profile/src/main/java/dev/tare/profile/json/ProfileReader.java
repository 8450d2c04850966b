package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Lost;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a profile, gzipped or not, in one pass and without recursion. Keys may come in any order;
 * keys that it does not know are passed over. What is wrong with a file is told by a {@link
 * ProfileFormatException} of one line.
 */
public final class ProfileReader {
  /** What {@code format} says in every profile. */
  static final String FORMAT = "tare-profile";

  /** The one version of the format so far. */
  static final int VERSION = 1;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int NO_METHOD = -1;

  private final JsonParser json;
  private boolean formatSeen;
  private boolean versionSeen;
  private ProfilerInfo profiler = new ProfilerInfo("", "");
  private RunInfo run =
      new RunInfo(Instant.EPOCH, 0, 0, "", "", "", "", 0, new RunInfo.Jvm("", "", ""));
  private Map<String, String> settings = Map.of();
  private @Nullable Metric metric;
  private @Nullable List<MethodInfo> methods;
  private @Nullable List<ThreadProfile> threads;
  private CalibrationTable calibration = CalibrationTable.off();
  private List<SkippedMethod> skipped = List.of();
  private Lost lost = Lost.NOTHING;
  private int greatestMethod = NO_METHOD;
  private String greatestMethodPlace = "";

  private ProfileReader(JsonParser json) {
    this.json = json;
  }

  /**
   * Reads a file; gzipped or not is told by its first bytes.
   *
   * @throws ProfileFormatException where it is not a whole and right profile
   * @throws IOException where it cannot be read
   */
  public static Profile read(Path file) throws IOException {
    return read(file, UnaryOperator.identity());
  }

  /**
   * Reads a file through a stream of the caller's, which sees the bytes as they are in the file.
   *
   * @throws ProfileFormatException where it is not a whole and right profile
   * @throws IOException where it cannot be read
   */
  public static Profile read(Path file, UnaryOperator<InputStream> through) throws IOException {
    if (Files.isDirectory(file)) {
      throw new ProfileFormatException("is a directory, not a profile");
    }
    try (InputStream in = through.apply(Files.newInputStream(file))) {
      return read(in);
    } catch (NoSuchFileException e) {
      throw new ProfileFormatException("no such file", e);
    } catch (AccessDeniedException e) {
      throw new ProfileFormatException("may not be read: permission denied", e);
    }
  }

  /**
   * Reads a stream to its end, and leaves it open; gzipped or not is told by its first bytes.
   *
   * @throws ProfileFormatException where it is not a whole and right profile
   * @throws IOException where it cannot be read
   */
  public static Profile read(InputStream stream) throws IOException {
    BufferedInputStream in = new BufferedInputStream(stream, BUFFER_BYTES);
    in.mark(2);
    boolean gzipped = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    try {
      InputStream text = gzipped ? new GZIPInputStream(in, BUFFER_BYTES) : in;
      try (JsonParser json = JsonLimits.FACTORY.createParser(text)) {
        json.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
        ProfileReader reader = new ProfileReader(json);
        try {
          return reader.profile();
        } catch (JsonProcessingException e) {
          throw reader.explained(e, text);
        }
      }
    } catch (EOFException e) {
      throw new ProfileFormatException("truncated: the gzip data ends too early", e);
    } catch (ZipException e) {
      throw new ProfileFormatException("damaged gzip data: " + firstLine(e.getMessage()), e);
    }
  }

  private Profile profile() throws IOException {
    JsonToken first = json.nextToken();
    if (first == null) {
      throw new ProfileFormatException("empty: there is no profile in it");
    }
    if (first != JsonToken.START_OBJECT) {
      throw bad("not a profile: a JSON object was expected");
    }
    while (nextKey()) {
      String key = json.currentName();
      switch (key) {
        case "format" -> format();
        case "version" -> version();
        case "profiler" -> profiler = profiler();
        case "run" -> run = run();
        case "settings" -> settings = settings();
        case "metric" -> metric = metric();
        case "methods" -> methods = methods();
        case "threads" -> threads = threads();
        case "calibration" -> calibration = calibration();
        case "skipped" -> skipped = skipped();
        case "lost" -> lost = lost();
        default -> skip();
      }
    }
    if (json.nextToken() != null) {
      throw bad("not a profile: something follows its end");
    }
    return checked();
  }

  private Profile checked() throws ProfileFormatException {
    if (!formatSeen) {
      throw missing("format");
    }
    if (!versionSeen) {
      throw missing("version");
    }
    if (metric == null) {
      throw missing("metric");
    }
    if (threads == null) {
      throw missing("threads");
    }
    if (methods == null) {
      throw missing("methods");
    }
    if (greatestMethod >= methods.size()) {
      throw new ProfileFormatException(
          "method "
              + greatestMethod
              + " is out of range of the methods, of which there are "
              + methods.size()
              + ": "
              + greatestMethodPlace);
    }
    return new Profile(
        profiler, run, settings, metric, methods, threads, calibration, skipped, lost);
  }

  private void format() throws IOException {
    String format = text();
    if (!format.equals(FORMAT)) {
      throw bad("not a profile: format is \"" + abbreviated(format) + "\", not \"" + FORMAT + "\"");
    }
    formatSeen = true;
  }

  private void version() throws IOException {
    long version = integer();
    if (version != VERSION) {
      throw bad("a profile of version " + version + ": this reader knows version " + VERSION);
    }
    versionSeen = true;
  }

  private ProfilerInfo profiler() throws IOException {
    String name = "";
    String version = "";
    enter(JsonToken.START_OBJECT);
    while (nextKey()) {
      switch (json.currentName()) {
        case "name" -> name = text();
        case "version" -> version = text();
        default -> skip();
      }
    }
    return new ProfilerInfo(name, version);
  }

  private RunInfo run() throws IOException {
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
    enter(JsonToken.START_OBJECT);
    while (nextKey()) {
      switch (json.currentName()) {
        case "started" -> started = instant();
        case "duration_ns" -> durationNanos = integer();
        case "pid" -> pid = integer();
        case "command" -> command = text();
        case "host" -> host = text();
        case "os" -> os = text();
        case "cpu" -> cpu = text();
        case "cpus" -> cpus = index();
        case "jvm" -> jvm = jvm();
        case "windows" -> windows = windows();
        default -> skip();
      }
    }
    return new RunInfo(started, durationNanos, pid, command, host, os, cpu, cpus, jvm, windows);
  }

  private List<RunInfo.Window> windows() throws IOException {
    List<RunInfo.Window> windows = new ArrayList<>();
    enter(JsonToken.START_ARRAY);
    while (nextObject()) {
      Instant started = Instant.EPOCH;
      long durationNanos = 0;
      while (nextKey()) {
        switch (json.currentName()) {
          case "started" -> started = instant();
          case "duration_ns" -> durationNanos = integer();
          default -> skip();
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
    enter(JsonToken.START_OBJECT);
    while (nextKey()) {
      switch (json.currentName()) {
        case "vendor" -> vendor = text();
        case "name" -> name = text();
        case "version" -> version = text();
        default -> skip();
      }
    }
    return new RunInfo.Jvm(vendor, name, version);
  }

  private Map<String, String> settings() throws IOException {
    Map<String, String> result = new LinkedHashMap<>();
    enter(JsonToken.START_OBJECT);
    while (nextKey()) {
      String key = json.currentName();
      if (json.nextToken().isScalarValue()) {
        result.put(key, json.getText());
      } else {
        json.skipChildren();
      }
    }
    return result;
  }

  private Metric metric() throws IOException {
    String name = "";
    String unit = "";
    String source = "";
    String requested = null;
    String fallback = null;
    enter(JsonToken.START_OBJECT);
    while (nextKey()) {
      switch (json.currentName()) {
        case "name" -> name = text();
        case "unit" -> unit = text();
        case "source" -> source = text();
        case "requested" -> requested = text();
        case "fallback" -> fallback = text();
        default -> skip();
      }
    }
    return new Metric(name, unit, source, requested, fallback);
  }

  private List<MethodInfo> methods() throws IOException {
    List<MethodInfo> result = new ArrayList<>();
    enter(JsonToken.START_ARRAY);
    while (nextObject()) {
      String className = "";
      String name = "";
      String descriptor = "";
      String file = null;
      int line = 0;
      while (nextKey()) {
        switch (json.currentName()) {
          case "class" -> className = text();
          case "method" -> name = text();
          case "descriptor" -> descriptor = text();
          case "file" -> file = text();
          case "line" -> line = index();
          default -> skip();
        }
      }
      result.add(new MethodInfo(className, name, descriptor, file, line));
    }
    return result;
  }

  private List<ThreadProfile> threads() throws IOException {
    List<ThreadProfile> result = new ArrayList<>();
    enter(JsonToken.START_ARRAY);
    while (nextObject()) {
      result.add(thread(result.size()));
    }
    return result;
  }

  private ThreadProfile thread(int number) throws IOException {
    String place = "threads[" + number + "]";
    long id = 0;
    String name = "";
    boolean virtual = false;
    boolean alive = false;
    long events = 0;
    CallTree tree = CallTree.empty();
    CpuSamples samples = null;
    while (nextKey()) {
      switch (json.currentName()) {
        case "id" -> id = integer();
        case "name" -> name = text();
        case "virtual" -> virtual = bool();
        case "alive" -> alive = bool();
        case "events" -> events = integer();
        case "tree" -> tree = tree(place + ".tree");
        case "cpu_samples" -> samples = cpuSamples(place + ".cpu_samples");
        default -> skip();
      }
    }
    return new ThreadProfile(id, name, virtual, alive, events, tree, samples);
  }

  private CpuSamples cpuSamples(String place) throws IOException {
    String source = "";
    String measures = CpuSamples.CPU_TIME;
    long periodNanos = 0;
    long cpuNanos = CpuSamples.UNKNOWN;
    long taken = 0;
    long failed = 0;
    long lost = 0;
    long truncated = 0;
    CallTree tree = CallTree.empty();
    enter(JsonToken.START_OBJECT);
    while (nextKey()) {
      switch (json.currentName()) {
        case "source" -> source = text();
        case "measures" -> measures = text();
        case "period_ns" -> periodNanos = integer();
        case "cpu_ns" -> cpuNanos = integer();
        case "taken" -> taken = integer();
        case "failed" -> failed = integer();
        case "lost" -> lost = integer();
        case "truncated" -> truncated = integer();
        case "tree" -> tree = tree(place + ".tree");
        default -> skip();
      }
    }
    return new CpuSamples(
        source, measures, periodNanos, cpuNanos, taken, failed, lost, truncated, tree);
  }

  /**
   * Follows the brackets with one number, the node that is open: a node's parent is all that
   * closing it needs.
   */
  private CallTree tree(String place) throws IOException {
    CallTree.Builder tree = new CallTree.Builder();
    enter(JsonToken.START_OBJECT);
    int node = 0;
    while (node != CallTree.NONE) {
      switch (next()) {
        case FIELD_NAME -> value(tree, node, place);
        case START_OBJECT -> node = tree.add(node);
        case END_OBJECT -> {
          if (node != 0 && tree.method(node) == CallTree.NONE) {
            throw bad(place + ": node " + node + " has no method");
          }
          node = tree.parent(node);
        }
        case END_ARRAY -> {
          // The children of the open node end; its other keys may follow.
        }
        default -> throw bad(place + ": a node must be an object");
      }
    }
    return tree.build();
  }

  private void value(CallTree.Builder tree, int node, String place) throws IOException {
    switch (json.currentName()) {
      case "children" -> enter(JsonToken.START_ARRAY);
      case "method" -> {
        int method = index();
        if (node != 0) {
          tree.method(node, method);
          if (method > greatestMethod) {
            greatestMethod = method;
            greatestMethodPlace = place + ", node " + node + here();
          }
        }
      }
      case "calls" -> tree.calls(node, integer());
      case "exceptions" -> tree.exceptions(node, integer());
      case "open" -> tree.open(node, integer());
      case "carried" -> tree.carried(node, integer());
      case "self" -> tree.self(node, integer());
      case "overhead" -> tree.overhead(node, integer());
      case "cut" -> tree.cut(node, integer());
      case "samples" -> tree.samples(node, integer());
      default -> skip();
    }
  }

  private CalibrationTable calibration() throws IOException {
    String policy = "";
    String source = "";
    long overhead = 0;
    List<CalibrationTable.Category> categories = List.of();
    enter(JsonToken.START_OBJECT);
    while (nextKey()) {
      switch (json.currentName()) {
        case "policy" -> policy = text();
        case "source" -> source = text();
        case "overhead" -> overhead = integer();
        case "categories" -> categories = categories();
        default -> skip();
      }
    }
    return new CalibrationTable(policy, source, overhead, categories);
  }

  private List<CalibrationTable.Category> categories() throws IOException {
    List<CalibrationTable.Category> result = new ArrayList<>();
    enter(JsonToken.START_ARRAY);
    while (nextObject()) {
      String events = "";
      List<String> running = List.of();
      long observed = 0;
      long minimum = 0;
      long language = 0;
      while (nextKey()) {
        switch (json.currentName()) {
          case "events" -> events = text();
          case "methods" -> running = texts();
          case "observed" -> observed = integer();
          case "minimum" -> minimum = integer();
          case "language" -> language = integer();
          default -> skip();
        }
      }
      result.add(new CalibrationTable.Category(events, running, observed, minimum, language));
    }
    return result;
  }

  private List<SkippedMethod> skipped() throws IOException {
    List<SkippedMethod> result = new ArrayList<>();
    enter(JsonToken.START_ARRAY);
    while (nextObject()) {
      String className = "";
      String name = "";
      String descriptor = "";
      String reason = "";
      while (nextKey()) {
        switch (json.currentName()) {
          case "class" -> className = text();
          case "method" -> name = text();
          case "descriptor" -> descriptor = text();
          case "reason" -> reason = text();
          default -> skip();
        }
      }
      result.add(new SkippedMethod(className, name, descriptor, reason));
    }
    return result;
  }

  private Lost lost() throws IOException {
    long callsPastMaxnodes = 0;
    enter(JsonToken.START_OBJECT);
    while (nextKey()) {
      switch (json.currentName()) {
        case "calls_past_maxnodes" -> callsPastMaxnodes = integer();
        default -> skip();
      }
    }
    return new Lost(callsPastMaxnodes);
  }

  // The parser's next token; inside the profile there always is one.
  private JsonToken next() throws IOException {
    JsonToken token = json.nextToken();
    if (token == null) {
      throw new ProfileFormatException("truncated: the file ends inside the profile" + here());
    }
    return token;
  }

  private boolean nextKey() throws IOException {
    return next() != JsonToken.END_OBJECT;
  }

  private boolean nextObject() throws IOException {
    JsonToken token = next();
    if (token == JsonToken.END_ARRAY) {
      return false;
    }
    if (token != JsonToken.START_OBJECT) {
      throw bad("an object was expected");
    }
    return true;
  }

  private void enter(JsonToken bracket) throws IOException {
    String key = json.currentName();
    if (next() != bracket) {
      throw bad(key + " must be " + (bracket == JsonToken.START_OBJECT ? "an object" : "an array"));
    }
  }

  private void skip() throws IOException {
    next();
    json.skipChildren();
  }

  private String text() throws IOException {
    String key = json.currentName();
    if (next() != JsonToken.VALUE_STRING) {
      throw bad(key + " must be a string");
    }
    return json.getText();
  }

  private List<String> texts() throws IOException {
    List<String> result = new ArrayList<>();
    enter(JsonToken.START_ARRAY);
    while (next() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw bad("a string was expected");
      }
      result.add(json.getText());
    }
    return result;
  }

  private long integer() throws IOException {
    String key = json.currentName();
    if (next() != JsonToken.VALUE_NUMBER_INT) {
      throw bad(key + " must be an integer");
    }
    if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw bad(key + " is " + abbreviated(json.getText()) + ", out of the range of 64 bits");
    }
    return json.getLongValue();
  }

  private int index() throws IOException {
    String key = json.currentName();
    long value = integer();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw bad(key + " is " + value + ", out of range");
    }
    return (int) value;
  }

  private boolean bool() throws IOException {
    String key = json.currentName();
    JsonToken token = next();
    if (!token.isBoolean()) {
      throw bad(key + " must be true or false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  private Instant instant() throws IOException {
    String key = json.currentName();
    String text = text();
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw bad(key + " is \"" + abbreviated(text) + "\", not a time like 2026-11-21T05:00:00Z");
    }
  }

  private static ProfileFormatException missing(String key) {
    return new ProfileFormatException("not a profile: it has no \"" + key + "\"");
  }

  private ProfileFormatException bad(String what) {
    return new ProfileFormatException(what + here());
  }

  private String here() {
    return place(json.currentLocation());
  }

  private ProfileFormatException explained(JsonProcessingException e, InputStream text)
      throws IOException {
    String what = firstLine(e.getOriginalMessage());
    // Jackson has three ways to say that the input ends too early: an exception for it, a sentence,
    // and, where a
    // literal like "false" is cut, that it does not know the word.
    boolean truncated =
        e instanceof JsonEOFException
            || what.startsWith("Unexpected end-of-input")
            || (formatSeen
                && json.releaseBuffered(OutputStream.nullOutputStream()) <= 0
                && text.read() == -1);
    return new ProfileFormatException(
        (truncated ? "truncated: the file ends inside the profile" : "not a profile: " + what)
            + place(e.getLocation()),
        e);
  }

  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  private static String abbreviated(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= 40 ? line : line.substring(0, 40) + "...";
  }
}
