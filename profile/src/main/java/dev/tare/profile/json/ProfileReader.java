package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.Limits;
import dev.tare.profile.Metric;
import dev.tare.profile.NodeTable;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a profile of any version, gzipped or not, in one pass and without recursion. Keys may come
 * in any order; keys that it does not know are passed over. What is wrong with a file is told by a
 * {@link ProfileFormatException} of one line.
 */
public final class ProfileReader {
  /** What {@code format} says in every profile. */
  static final String FORMAT = "tare-profile";

  /** The version that is written: columns. */
  static final int VERSION = 2;

  /** The first version: nested trees. */
  private static final int NESTED_VERSION = 1;

  /** Keys of which a profile that lacks them has defaults. */
  private static final Set<String> WITH_DEFAULTS = Set.of("profiler", "run", "settings", "origins");

  private static final int BUFFER_BYTES = 1 << 16;

  private final JsonCursor json;
  private final InputStream text;
  private final boolean stopsAtNodes;
  private final HeaderReader header;
  private final NestedTreeReader nested;
  private final MethodsReader methods;
  private final ThreadsReader threads;
  private final Set<String> seen = new HashSet<>();
  private boolean formatSeen;
  private long version;
  private ProfilerInfo profiler = new ProfilerInfo("", "");
  private RunInfo run =
      new RunInfo(Instant.EPOCH, 0, 0, "", "", "", "", 0, new RunInfo.Jvm("", "", ""));
  private Map<String, String> settings = Map.of();
  private List<String> origins = List.of();
  private @Nullable Metric metric;
  private boolean methodsSeen;
  private boolean threadsSeen;
  private @Nullable CalibrationTable calibration;
  private @Nullable List<SkippedMethod> skipped;
  private @Nullable Limits limits;
  private @Nullable NodeTable nodes;
  private @Nullable NodeTable sampleNodes;
  private boolean isStopped;

  private ProfileReader(JsonParser parser, InputStream text, boolean stopsAtNodes) {
    this.text = text;
    this.stopsAtNodes = stopsAtNodes;
    json = new JsonCursor(parser);
    header = new HeaderReader(json);
    nested = new NestedTreeReader(json);
    methods = new MethodsReader(json);
    threads = new ThreadsReader(json, nested);
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
    return read(file, through, false, ProfileReader::profile);
  }

  /**
   * Reads no more of a file than the sums of methods and threads, where it has them before its
   * nodes and these are not needed: then threads have no tree ({@link
   * dev.tare.profile.CallTree#UNREAD}), and what is wrong with nodes is not seen. Else, and where
   * nodes are not the last of the file, it reads all. Of a pipe, which cannot be read twice, it
   * always reads all.
   *
   * @param needsNodes whether a profile needs its nodes; told by its sums
   * @throws ProfileFormatException where it is not a whole and right profile
   * @throws IOException where it cannot be read
   */
  public static Profile readSums(
      Path file, UnaryOperator<InputStream> through, Predicate<Profile> needsNodes)
      throws IOException {
    if (Files.isRegularFile(file)) {
      Optional<Profile> sums = read(file, through, true, ProfileReader::sums);
      if (sums.isPresent() && !needsNodes.test(sums.get())) {
        return sums.get();
      }
    }
    return read(file, through);
  }

  private static <T> T read(
      Path file, UnaryOperator<InputStream> through, boolean stopsAtNodes, Part<T> part)
      throws IOException {
    if (Files.isDirectory(file)) {
      throw new ProfileFormatException("is a directory, not a profile");
    }
    try (InputStream in = through.apply(open(file))) {
      return read(in, stopsAtNodes, part);
    } catch (NoSuchFileException e) {
      throw new ProfileFormatException("no such file", e);
    } catch (AccessDeniedException e) {
      throw new ProfileFormatException("may not be read: permission denied", e);
    }
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    return Files.isRegularFile(file) ? in : new Unseekable(in);
  }

  /** A pipe: its stream looks for its position to say what is available, and fails. */
  private static final class Unseekable extends FilterInputStream {
    Unseekable(InputStream in) {
      super(in);
    }

    @Override
    public int available() {
      return 0;
    }
  }

  /**
   * Reads a stream to its end, and leaves it open; gzipped or not is told by its first bytes.
   *
   * @throws ProfileFormatException where it is not a whole and right profile
   * @throws IOException where it cannot be read
   */
  public static Profile read(InputStream stream) throws IOException {
    return read(stream, false, ProfileReader::profile);
  }

  /**
   * Reads no more of a stream than says which run it is a profile of, and leaves it open: what is
   * wrong with the rest is not seen.
   *
   * @throws ProfileFormatException where it is no profile
   * @throws IOException where it cannot be read
   */
  public static RunInfo readRun(InputStream stream) throws IOException {
    return read(stream, false, ProfileReader::readRun);
  }

  private interface Part<T> {
    T of(ProfileReader reader) throws IOException;
  }

  private static <T> T read(InputStream stream, boolean stopsAtNodes, Part<T> part)
      throws IOException {
    BufferedInputStream in = new BufferedInputStream(stream, BUFFER_BYTES);
    in.mark(2);
    boolean gzipped = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    try {
      InputStream text = gzipped ? new GZIPInputStream(in, BUFFER_BYTES) : in;
      try (JsonParser parser = JsonLimits.FACTORY.createParser(text)) {
        parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
        ProfileReader reader = new ProfileReader(parser, text, stopsAtNodes);
        try {
          return part.of(reader);
        } catch (JsonProcessingException e) {
          throw reader.json.explained(e, text, reader.formatSeen);
        }
      }
    } catch (EOFException e) {
      throw new ProfileFormatException("truncated: the gzip data ends too early", e);
    } catch (ZipException e) {
      throw new ProfileFormatException(
          "damaged gzip data: " + JsonCursor.firstLine(e.getMessage()), e);
    }
  }

  private void begin() throws IOException {
    if (json.isAtEnd()) {
      throw new ProfileFormatException("empty: there is no profile in it");
    }
    if (json.current() != JsonToken.START_OBJECT) {
      throw json.bad("not a profile: a JSON object was expected");
    }
  }

  private RunInfo readRun() throws IOException {
    begin();
    while (json.nextKey()) {
      boolean isRun = json.key().equals("run");
      value();
      if (isRun && formatSeen) {
        return run;
      }
    }
    return checked().run();
  }

  private Profile profile() throws IOException {
    values();
    return checked();
  }

  /** Nothing where the reader stopped at nodes and these are not the last of a whole file. */
  private Optional<Profile> sums() throws IOException {
    values();
    return isStopped && !SkippedNodes.areLast(json, text)
        ? Optional.empty()
        : Optional.of(checked());
  }

  private void values() throws IOException {
    begin();
    while (!isStopped && json.nextKey()) {
      value();
    }
    if (!isStopped && !json.isAtEnd()) {
      throw json.bad(JsonCursor.FOLLOWED);
    }
  }

  private void value() throws IOException {
    seen.add(json.key());
    switch (json.key()) {
      case "format" -> format();
      case "version" -> version();
      case "profiler" -> profiler = header.profiler();
      case "run" -> run = header.run();
      case "settings" -> settings = json.textsByKey();
      case "metric" -> metric = header.metric();
      case "origins" -> origins = json.texts();
      case "methods" -> {
        methods.read();
        methodsSeen = true;
      }
      case "threads" -> {
        threads.read();
        threadsSeen = true;
      }
      case "calibration" -> calibration = header.calibration();
      case "skipped" -> skipped = header.skipped();
      case "limits", "lost" -> limits = header.limits();
      case "sample_nodes" -> sampleNodes = new NodesReader(json, "sample_nodes").read();
      case "nodes" -> {
        if (stopsAtNodes && hasAllButNodes()) {
          isStopped = true;
        } else {
          nodes = new NodesReader(json, "nodes").read();
        }
      }
      default -> json.skip();
    }
  }

  private boolean hasAllButNodes() {
    return formatSeen
        && seen.containsAll(WITH_DEFAULTS)
        && version == VERSION
        && metric != null
        && methods.sums() != null
        && threadsSeen
        && threads.haveSums()
        && calibration != null
        && skipped != null
        && limits != null
        && sampleNodes != null;
  }

  private Profile checked() throws IOException {
    if (!formatSeen) {
      throw missing("format");
    }
    if (version == 0) {
      throw missing("version");
    }
    if (metric == null) {
      throw missing("metric");
    }
    if (!threadsSeen) {
      throw missing("threads");
    }
    if (!methodsSeen) {
      throw missing("methods");
    }
    return version == NESTED_VERSION ? nestedProfile(metric) : columnProfile(metric);
  }

  private Profile nestedProfile(Metric known) throws IOException {
    nested.check(methods.methods().size());
    NestedInterruptions interruptions = new NestedInterruptions(methods.methods());
    return new Profile(
        profiler,
        run,
        settings,
        known,
        interruptions.methods(),
        threads.nestedThreads().stream().map(interruptions::of).toList(),
        calibration(),
        skipped == null ? List.of() : skipped,
        limits == null ? Limits.NONE : limits);
  }

  private Profile columnProfile(Metric known) throws IOException {
    if (nodes == null && !isStopped) {
      throw missing("nodes");
    }
    NodeTable samples = sampleNodes == null ? new NodeTable.Builder().build(0) : sampleNodes;
    List<ThreadProfile> read = threads.threads(nodes, samples, methods.methods().size());
    return new Profile(
        profiler,
        run,
        settings,
        known,
        methods.methods(origins),
        read,
        calibration(),
        skipped == null ? List.of() : skipped,
        limits == null ? Limits.NONE : limits,
        methods.sums());
  }

  private CalibrationTable calibration() {
    return calibration == null ? CalibrationTable.off() : calibration;
  }

  private void format() throws IOException {
    String format = json.text();
    if (!format.equals(FORMAT)) {
      throw json.bad(
          "not a profile: format is \""
              + JsonCursor.abbreviated(format)
              + "\", not \""
              + FORMAT
              + "\"");
    }
    formatSeen = true;
  }

  private void version() throws IOException {
    version = json.integer();
    if (version != VERSION && version != NESTED_VERSION) {
      throw json.bad(
          "a profile of version "
              + version
              + ": this reader knows versions "
              + NESTED_VERSION
              + " and "
              + VERSION);
    }
  }

  private static ProfileFormatException missing(String key) {
    return new ProfileFormatException("not a profile: it has no \"" + key + "\"");
  }
}
