package dev.tare.report.export;

import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.NodeTotals;
import dev.tare.report.analysis.TreeWalk;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The format of Callgrind: a call graph, in which each thread is a function that calls the thread's
 * first methods.
 *
 * <p>Its readers take as a function's inclusive cost the sum over the calls to it (KCachegrind's
 * {@code TracePartFunction::update}, {@code callgrind_annotate --inclusive=yes}). So a call inside
 * another call of the same method is written with cost 0, and recursion is counted once there as it
 * is here. Costs are never negative.
 *
 * @see <a href="https://valgrind.org/docs/manual/cl-format.html">Format</a>
 */
final class CallgrindExport {
  private final Profile profile;
  private final MarkedNames names;
  private final Writer text;
  private final ClampedValues.Counter loss = new ClampedValues.Counter();
  private final Map<String, Integer> numbers = new HashMap<>();

  private CallgrindExport(Profile profile, Writer text) {
    this.profile = profile;
    this.text = text;
    names = new MarkedNames(profile);
  }

  static ClampedValues write(Profile profile, OutputStream out) throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    CallgrindExport export = new CallgrindExport(profile, text);
    export.write();
    text.flush();
    return export.loss.loss();
  }

  private void write() throws IOException {
    String event = profile.metric().name().replaceAll("[^A-Za-z0-9]", "_");
    String unit = SingleLine.of(profile.metric().unit());
    text.append("# callgrind format\nversion: 1\n");
    text.append("creator: ").append(SingleLine.of(profile.profiler().name())).append('\n');
    text.append("pid: ").append(Long.toString(profile.run().pid())).append('\n');
    text.append("cmd: ").append(SingleLine.of(profile.run().command())).append('\n');
    text.append("positions: line\n");
    text.append("event: ").append(event).append(" : ").append(profile.metric().name());
    text.append(" in ").append(unit).append("\nevents: ").append(event).append("\n\n");
    Graph graph = new Graph(profile.methods().size());
    for (int i = 0; i < profile.threads().size(); i++) {
      graph.add(profile.threads().get(i).tree(), i);
    }
    long sum = 0;
    for (int i = 0; i < profile.threads().size(); i++) {
      ThreadProfile thread = profile.threads().get(i);
      String name = "thread " + SingleLine.of(thread.name()) + " (" + thread.id() + ")";
      function("", name, 0, 0, graph.calls.getOrDefault(-1 - i, Map.of()));
    }
    for (int method = 0; method < profile.methods().size(); method++) {
      Map<Integer, Call> calls = graph.calls.getOrDefault(method, Map.of());
      if (graph.entered[method] || !calls.isEmpty()) {
        long self = loss.notNegative(graph.self[method]);
        sum += self;
        MethodInfo info = profile.methods().get(method);
        function(file(info), names.of(method), info.line(), self, calls);
      }
    }
    text.append("totals: ").append(Long.toString(sum)).append('\n');
  }

  private void function(String file, String name, int line, long self, Map<Integer, Call> calls)
      throws IOException {
    position("fl", file);
    position("fn", name);
    text.append(line + " " + self + "\n");
    for (Map.Entry<Integer, Call> entry : calls.entrySet()) {
      MethodInfo callee = profile.methods().get(entry.getKey());
      Call call = entry.getValue();
      position("cfl", file(callee));
      position("cfn", names.of(entry.getKey()));
      // A call that began before the profile's window, or an interruption, has a cost and no entry;
      // readers drop the cost of 0 calls.
      text.append("calls=" + Math.max(1, call.count) + " " + callee.line() + "\n");
      text.append(line + " " + Math.max(0, call.cost) + "\n");
    }
    text.append('\n');
  }

  /** A name is written out once, with a number that stands for it from then on. */
  private void position(String key, String name) throws IOException {
    String shown = name.isEmpty() ? "(unknown)" : SingleLine.of(name);
    String kind = key.endsWith("fn") ? "fn " : "fl ";
    Integer known = numbers.putIfAbsent(kind + shown, numbers.size() + 1);
    text.append(key).append("=(");
    text.append(Integer.toString(known == null ? numbers.size() : known)).append(')');
    text.append(known == null ? " " + shown : "").append('\n');
  }

  private static String file(MethodInfo method) {
    return method.file() == null ? "" : method.file();
  }

  private static final class Call {
    private long count;
    private long cost;
  }

  /** Who called whom. The thread of index {@code i} is the caller {@code -1 - i}. */
  private static final class Graph {
    private final boolean[] entered;
    private final long[] self;
    private final Map<Integer, Map<Integer, Call>> calls = new HashMap<>();

    Graph(int methods) {
      entered = new boolean[methods];
      self = new long[methods];
    }

    void add(CallTree tree, int thread) {
      NodeTotals totals = NodeTotals.ofSelf(tree);
      boolean[] outermost = TreeWalk.outermost(tree, new int[self.length]);
      for (int node = 1; node < outermost.length; node++) {
        int method = tree.method(node);
        int parent = tree.parent(node);
        int caller = parent == 0 ? -1 - thread : tree.method(parent);
        entered[method] = true;
        self[method] += tree.self(node);
        Call call =
            calls
                .computeIfAbsent(caller, c -> new LinkedHashMap<>())
                .computeIfAbsent(method, m -> new Call());
        call.count += tree.calls(node);
        if (outermost[node]) {
          call.cost += totals.total(node);
        }
      }
    }
  }
}
