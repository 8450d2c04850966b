package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.AtomicFile;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Limits;
import dev.tare.profile.Limits.Folded;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Metric;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.ThreadParts;
import dev.tare.profile.ThreadSums;
import dev.tare.profile.TreeFolding;
import dev.tare.profile.TreeNodes;
import dev.tare.profile.json.HeadWriter.Row;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a profile as JSON ({@code docs/profile-format.md}). Threads are asked for one after
 * another, and nodes of each one after another; as the methods' sums stand before the nodes, nodes
 * are {@linkplain SpoolFile spooled} meanwhile. So it holds the methods' sums, a path of a tree and
 * some buffers, however many nodes there are.
 */
public final class ProfileWriter {
  private static final int GZIP_BUFFER_BYTES = 1 << 15;
  private static final JsonFactory JSON = new JsonFactory();

  private final ProfileParts parts;
  private final OutputStream out;
  private final NodeSpools nodes;
  private final NodeSpools sampleNodes;
  private final Spool threads;
  private final MethodSums.Builder sums = new MethodSums.Builder();
  private Folded folded = Folded.NOTHING;

  private ProfileWriter(ProfileParts parts, OutputStream out, SpoolFile file) {
    this.parts = parts;
    this.out = out;
    nodes = NodeSpools.ofCalls(file);
    sampleNodes = NodeSpools.ofSamples(file);
    threads = new Spool(file);
  }

  /**
   * Writes a file, whole or not at all ({@link AtomicFile}); gzipped where its name ends in {@code
   * .gz}.
   *
   * @throws IOException where it cannot be written; what the parts throw comes through as it is. In
   *     both cases the old file stays.
   */
  public static void write(ProfileParts parts, Path target) throws IOException {
    write(parts, target, temporary -> AtomicFile.rename(temporary, target));
  }

  /**
   * The same, with a name that is chosen when the profile is whole.
   *
   * @return where it is
   */
  public static Path write(ProfileParts parts, Path target, AtomicFile.Placement placement)
      throws IOException {
    Path parent = target.toAbsolutePath().getParent();
    Path folder = parent != null && AtomicFile.isReplaced(target) ? parent : temporaryFolder();
    return AtomicFile.write(
        target,
        out -> {
          try (SpoolFile file = new SpoolFile(folder)) {
            if (target.toString().endsWith(".gz")) {
              GZIPOutputStream zipped = new GZIPOutputStream(out, GZIP_BUFFER_BYTES);
              new ProfileWriter(parts, zipped, file).write();
              zipped.finish();
            } else {
              new ProfileWriter(parts, out, file).write();
            }
          }
        },
        placement);
  }

  /** Writes to a stream, and leaves it open. */
  public static void write(ProfileParts parts, OutputStream out) throws IOException {
    try (SpoolFile file = new SpoolFile(temporaryFolder())) {
      new ProfileWriter(parts, out, file).write();
    }
  }

  private static Path temporaryFolder() {
    return Path.of(System.getProperty("java.io.tmpdir", "."));
  }

  private void write() throws IOException {
    // Brackets are never closed by themselves: a torn profile must not look whole.
    JsonGenerator json = generator(out).setPrettyPrinter(new TopLevelLines());
    json.writeStartObject();
    Metric metric = HeadWriter.start(json, parts);
    spoolThreads(parts.foldBelow(), metric);
    List<MethodInfo> methods = parts.methods();
    HeadWriter.methods(json, methods, sums.build(methods.size()), metric.waitingKnown());
    raw(json, ",\n\"threads\":[", threads::copyTo, "]");
    HeadWriter.end(json, parts.calibration(), parts.skipped(), limits());
    raw(json, ",\n\"sample_nodes\":", sampleNodes::writeTo, "");
    raw(json, ",\n\"nodes\":", nodes::writeTo, "}\n");
    json.close();
  }

  private static JsonGenerator generator(OutputStream out) throws IOException {
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
    return json;
  }

  private Limits limits() {
    Limits limits = parts.limits();
    return new Limits(
        limits.callsPastMaxnodes(), limits.folded().plus(folded), limits.missedInclude());
  }

  /** Writes what the generator does not know of. */
  private void raw(JsonGenerator json, String before, AtomicFile.Content content, String after)
      throws IOException {
    json.flush();
    out.write(before.getBytes(StandardCharsets.US_ASCII));
    content.writeTo(out);
    out.write(after.getBytes(StandardCharsets.US_ASCII));
  }

  private void spoolThreads(long foldBelow, Metric metric) throws IOException {
    JsonGenerator json = generator(threads);
    json.setRootValueSeparator(null);
    for (Iterator<? extends ThreadParts> all = parts.threadIterator(); all.hasNext(); ) {
      ThreadParts thread = all.next();
      int first = nodes.size();
      ThreadSums threadSums = foldBelow > 0 ? spoolFolded(thread, foldBelow) : spool(thread);
      Row row = new Row(first, nodes.size() - first);
      int firstOfSamples = sampleNodes.size();
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        spool(samples.tree());
      }
      Row sampleRow = new Row(firstOfSamples, sampleNodes.size() - firstOfSamples);
      json.flush();
      if (!threads.isEmpty()) {
        threads.write(',');
      }
      HeadWriter.thread(json, thread, threadSums, row, sampleRow, metric);
    }
    json.close();
  }

  private ThreadSums spool(ThreadParts thread) throws IOException {
    TreeNodes tree = thread.nodes();
    while (tree.next()) {
      sums.add(tree);
      nodes.add(tree);
    }
    return sums.endTree();
  }

  private ThreadSums spoolFolded(ThreadParts thread, long foldBelow) throws IOException {
    TreeFolding folding = TreeFolding.of(thread::nodes, foldBelow);
    TreeNodes all = thread.nodes();
    while (all.next()) {
      sums.add(all);
    }
    TreeNodes kept = folding.keptOf(thread.nodes());
    while (kept.next()) {
      nodes.add(kept);
    }
    folded = folded.plus(folding.folded());
    return sums.endTree();
  }

  private void spool(CallTree samples) throws IOException {
    TreeNodes tree = samples.nodes();
    while (tree.next()) {
      sampleNodes.add(tree);
      if (tree.depth() > 0) {
        sums.addSamples(tree.method(), tree.samples());
      }
    }
  }
}
