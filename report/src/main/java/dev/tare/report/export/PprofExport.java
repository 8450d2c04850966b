package dev.tare.report.export;

import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.division.DividedFrames;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * The format of pprof, with two values a sample: calls, and the metric. A sample is a node of a
 * call tree; its thread is a label, and where a budget took probes out, its method's tier. Frames
 * that samples told have a name of their own. Negative values are kept. Each sample holds its whole
 * path.
 *
 * @see <a href="https://github.com/google/pprof/blob/main/proto/profile.proto">profile.proto</a>,
 *     whose field numbers these are
 */
final class PprofExport {
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING_TABLE = 6;
  private static final int TIME_NANOS = 9;
  private static final int DURATION_NANOS = 10;
  private static final int DEFAULT_SAMPLE_TYPE = 14;

  private final Profile profile;
  private final boolean isPositive;
  private final OutputStream out;
  private final ClampedValues.Counter loss = new ClampedValues.Counter();
  private final Map<String, Long> strings = new LinkedHashMap<>();
  private final ProtobufMessage message = new ProtobufMessage();

  private PprofExport(Profile profile, boolean isPositive, OutputStream out) {
    this.isPositive = isPositive;
    this.profile = profile;
    this.out = out;
    string("");
  }

  static ClampedValues write(Profile profile, boolean isPositive, OutputStream out)
      throws IOException {
    GZIPOutputStream zipped = new GZIPOutputStream(out);
    // Equal paths pack to a thousandth, and readers unpack them in memory.
    OutputStream buffered = new BufferedOutputStream(SizeLimit.beforePacking(zipped, out));
    PprofExport export = new PprofExport(profile, isPositive, buffered);
    export.write();
    buffered.flush();
    zipped.finish();
    return export.loss.loss();
  }

  private void write() throws IOException {
    RunInfo run = profile.run();
    String metric = profile.metric().name();
    String unit = profile.metric().unit().equals("ns") ? "nanoseconds" : profile.metric().unit();
    message
        .message(SAMPLE_TYPE, valueType("calls", "count"))
        .message(SAMPLE_TYPE, valueType(metric, unit))
        .integer(DEFAULT_SAMPLE_TYPE, string(metric))
        .integer(TIME_NANOS, ChronoUnit.NANOS.between(Instant.EPOCH, run.started()))
        .integer(DURATION_NANOS, run.durationNanos());
    for (ThreadProfile thread : profile.threads()) {
      samples(thread);
    }
    MethodNames names = new MethodNames(profile.methods());
    MarkedNames marked = new MarkedNames(profile);
    for (int method = 0; method < profile.methods().size(); method++) {
      MethodInfo info = profile.methods().get(method);
      boolean isDivided = info.tier().equals(DividedFrames.TIER);
      method(info, method + 1L, isDivided ? marked.of(method) : names.of(method));
    }
    for (String string : strings.keySet()) {
      message.text(STRING_TABLE, string);
    }
    message.drainTo(out);
  }

  private ProtobufMessage valueType(String type, String unit) {
    return new ProtobufMessage().integer(1, string(type)).integer(2, string(unit));
  }

  /**
   * A location for each method, of the same number as its function, since a profile knows no lines
   * within methods.
   *
   * <p>pprof takes a name that equals its system name for one of C++ and cuts out what stands in
   * brackets ({@code demangleSingleFunction} in its {@code symbolizer.go}), so a system name that
   * says no more than the name is left out.
   */
  private void method(MethodInfo method, long id, String fullName) {
    String name = method.className().isEmpty() ? withoutBrackets(fullName) : fullName;
    String signature = method.qualifiedName() + method.descriptor();
    String systemName = signature.equals(fullName) ? "" : signature;
    message.message(
        LOCATION,
        new ProtobufMessage()
            .integer(1, id)
            .message(4, new ProtobufMessage().integer(1, id).integer(2, method.line())));
    message.message(
        FUNCTION,
        new ProtobufMessage()
            .integer(1, id)
            .integer(2, string(name))
            .integer(3, string(systemName))
            .integer(4, string(method.file() == null ? "" : method.file()))
            .integer(5, method.line()));
  }

  /** What is no method of a class has a name in angle brackets, of which pprof leaves nothing. */
  private static String withoutBrackets(String name) {
    return name.replaceAll("[<>]", "");
  }

  private void samples(ThreadProfile thread) throws IOException {
    CallTree tree = thread.tree();
    ProtobufMessage name =
        new ProtobufMessage().integer(1, string("thread")).integer(2, string(thread.name()));
    ProtobufMessage number =
        new ProtobufMessage().integer(1, string("thread_id")).integer(3, thread.id());
    long[] path = new long[64];
    for (int node = 1; node < tree.size(); node++) {
      if (tree.calls(node) == 0 && tree.self(node) == 0) {
        continue;
      }
      long self = isPositive ? loss.notNegative(tree.self(node)) : tree.self(node);
      int depth = 0;
      for (int at = node; at != 0; at = tree.parent(at)) {
        if (depth == path.length) {
          path = Arrays.copyOf(path, 2 * depth);
        }
        path[depth++] = tree.method(at) + 1L;
      }
      ProtobufMessage sample =
          new ProtobufMessage()
              .integers(1, path, depth)
              .integers(2, new long[] {tree.calls(node), self}, 2)
              .message(3, name)
              .message(3, number);
      String tier = profile.methods().get(tree.method(node)).tier();
      if (!tier.equals(MethodInfo.TIMED)) {
        sample.message(
            3, new ProtobufMessage().integer(1, string("tier")).integer(2, string(tier)));
      }
      message.message(SAMPLE, sample);
      message.drainTo(out);
    }
  }

  private long string(String text) {
    Long known = strings.putIfAbsent(text, (long) strings.size());
    return known == null ? strings.size() - 1L : known;
  }
}
