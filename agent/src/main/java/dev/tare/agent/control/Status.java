package dev.tare.agent.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.profile.BudgetUse;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.json.BudgetJson;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the profiler is doing.
 *
 * @param recording whether calls are recorded now
 * @param since when what a profile would show began
 * @param sinceNanos how long ago that was
 * @param windows when calls were recorded since then
 * @param metric the metric's name and source
 * @param threads threads that were recorded, those that ended too
 * @param nodes nodes of all their trees
 * @param probes entries and exits since the agent's start
 * @param samples CPU-time samples that came due since the agent's start, as far as they are known;
 *     -1 where none were asked for
 * @param sampling where they come from, and how often; empty where none were asked for
 * @param file where the next profile goes; empty where none will be written, as after {@code
 *     record}
 * @param periods profiles of periods so far; -1 where none were asked for
 * @param budget what is known of the overhead; empty where nothing is limited
 * @param settings the options in force
 */
public record Status(
    boolean recording,
    Instant since,
    long sinceNanos,
    List<RunInfo.Window> windows,
    String metric,
    int threads,
    long nodes,
    long probes,
    long samples,
    String sampling,
    String file,
    int periods,
    Optional<BudgetStatus> budget,
    Map<String, String> settings) {

  static Status of(
      ProfilerContext profiled,
      Optional<CpuSampler> sampler,
      boolean recording,
      Instant since,
      long sinceNanos,
      List<RunInfo.Window> windows,
      int periods,
      boolean isConcluded) {
    int threads = 0;
    long nodes = 0;
    long probes = 0;
    for (ThreadRecorder recorder = Recorders.last();
        recorder != null;
        recorder = Recorders.before(recorder)) {
      if (recorder.hasEvents()) {
        threads++;
        int end = recorder.end();
        long[] values = recorder.nodes();
        nodes += end / CallNode.SIZE - ThreadRecorder.OWN_NODES;
        for (int node = ThreadRecorder.OWN_NODES * CallNode.SIZE;
            node < end;
            node += CallNode.SIZE) {
          probes += CallNode.isCountedByCaller(values, node) ? 0 : 2 * CallNode.calls(values, node);
        }
        probes -= openCalls(recorder);
      }
    }
    return new Status(
        recording,
        since,
        sinceNanos,
        windows,
        profiled.metric(),
        threads,
        nodes,
        probes,
        sampler.isPresent() ? sampler.get().count() : -1,
        sampler.map(Status::sampling).orElse(""),
        isConcluded ? "" : profiled.file(Integer.toString(periods + 1)).toString(),
        periods,
        profiled.budget(),
        profiled.settings());
  }

  private static String sampling(CpuSampler sampler) {
    return sampler.description() + (sampler.isBehind() ? ", those of the start not read yet" : "");
  }

  /** Of the overflow part it is known which node is on top alone, and where the tree was left. */
  private static int openCalls(ThreadRecorder recorder) {
    int node = recorder.open();
    VarHandle.loadLoadFence();
    long[] nodes = recorder.nodes(); // Read after the node, which it then holds.
    int open = 0;
    if (CallNode.isInOverflow(nodes, node)) {
      open = 1;
      node = recorder.leftAt();
    }
    for (; node != CallNode.ROOT; node = CallNode.parent(nodes, node)) {
      open++;
    }
    return open;
  }

  private long recordedNanos() {
    return windows.stream().mapToLong(RunInfo.Window::durationNanos).sum();
  }

  /** In lines. */
  public String text() {
    return String.format(
        Locale.ROOT,
        """
        %s, %s mode, metric %s
        since %s, %.1f s, of which %.1f s recorded in %s
        %s, %s, %s%s
        %s%s%s\
        """,
        recording ? "recording" : "stopped",
        settings.get("mode"),
        metric,
        since,
        sinceNanos / 1e9,
        recordedNanos() / 1e9,
        NumberFormats.count(windows.size(), "window", "windows"),
        NumberFormats.count(threads, "thread", "threads"),
        NumberFormats.count(nodes, "node", "nodes"),
        NumberFormats.count(probes, "probe", "probes"),
        samples < 0
            ? ""
            : ", " + NumberFormats.count(samples, "sample", "samples") + " (" + sampling + ")",
        budget.map(known -> budgetText(known) + "\n").orElse(""),
        file.isEmpty()
            ? "no further profile, unless it is started again"
            : "next profile in " + file,
        periods < 0 ? "" : String.format(Locale.ROOT, ", %d of every period so far", periods));
  }

  private static String budgetText(BudgetStatus known) {
    return known.looks() == 0
        ? "overhead not known yet, " + known.ofBudget()
        : String.format(
            Locale.ROOT,
            "%s; over it for %.1f of %.1f s CPU time, without %.1f s of weaving",
            known.text(),
            known.exceededNanos() / 1e9,
            known.cpuNanos() / 1e9,
            known.weavingNanos() / 1e9);
  }

  /** As one JSON object. */
  public String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("version", ProfilerInfo.current().version());
      json.writeStringField("state", recording ? "recording" : "stopped");
      json.writeStringField("since", since.toString());
      json.writeNumberField("since_ns", sinceNanos);
      json.writeArrayFieldStart("windows");
      for (RunInfo.Window window : windows) {
        json.writeStartObject();
        json.writeStringField("started", window.started().toString());
        json.writeNumberField("duration_ns", window.durationNanos());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeStringField("metric", metric);
      json.writeNumberField("threads", threads);
      json.writeNumberField("nodes", nodes);
      json.writeNumberField("probes", probes);
      if (samples >= 0) {
        json.writeNumberField("samples", samples);
        json.writeStringField("sampling", sampling);
      }
      if (!file.isEmpty()) {
        json.writeStringField("file", file);
      }
      if (periods >= 0) {
        json.writeNumberField("periods", periods);
      }
      BudgetUse used = BudgetUses.of(budget);
      if (used != null) {
        BudgetJson.write(json, used);
      }
      json.writeObjectFieldStart("settings");
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        json.writeStringField(setting.getKey(), setting.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
