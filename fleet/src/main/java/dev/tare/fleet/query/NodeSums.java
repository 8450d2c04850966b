package dev.tare.fleet.query;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import dev.tare.profile.SampledTier;
import dev.tare.report.sum.ThreadKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Summed nodes as call trees: of each group of threads one of calls, and one of samples. */
final class NodeSums {
  private record Path(long high, long low) {}

  private static final class Node {
    final Row row;
    final List<Node> children = new ArrayList<>();

    Node(Row row) {
      this.row = row;
    }

    long get(String column) {
      return row.<Long>getAs(column);
    }

    /** What the method was when it was sampled. */
    SampledTier tier() {
      return has("sampled_tier")
          ? SampledTier.valueOf(row.<String>getAs("sampled_tier").toUpperCase(Locale.ROOT))
          : SampledTier.OWN;
    }

    boolean has(String column) {
      return !row.isNullAt(row.fieldIndex(column));
    }
  }

  private final Map<ThreadKey, Node> roots = new HashMap<>();
  private final MethodList methods;

  private NodeSums(MethodList methods) {
    this.methods = methods;
  }

  /** Of rows of which each says what its path is. */
  static NodeSums of(Dataset<Row> rows, MethodList methods) {
    NodeSums sums = new NodeSums(methods);
    Map<Path, Node> nodes = new HashMap<>();
    List<Node> all = rows.collectAsList().stream().map(Node::new).toList();
    for (Node node : all) {
      nodes.put(new Path(node.get("path_high"), node.get("path_low")), node);
    }
    for (Node node : all) {
      if (node.has("thread")) {
        sums.roots.put(
            new ThreadKey(node.row.getAs("thread"), node.row.<Boolean>getAs("virtual")), node);
      } else {
        Node parent = nodes.get(new Path(node.get("parent_high"), node.get("parent_low")));
        if (parent == null) {
          throw new IllegalStateException("a path has no parent in the table");
        }
        parent.children.add(node);
      }
    }
    // Any order will do, so long as it is the same each time.
    Comparator<Node> order =
        Comparator.<Node>comparingLong(node -> node.get("path_high"))
            .thenComparingLong(node -> node.get("path_low"));
    all.forEach(node -> node.children.sort(order));
    return sums;
  }

  /** What the threads called. */
  CallTree calls(ThreadKey thread) {
    return tree(roots.get(thread), node -> node.has("calls"), this::setCalls);
  }

  /** What they were sampled in. */
  CallTree samples(ThreadKey thread) {
    return tree(
        roots.get(thread),
        node -> node.has("samples"),
        (tree, at, node) -> tree.samples(at, node.get("samples")).tier(at, node.tier()));
  }

  private interface Values {
    void set(CallTreeBuilder tree, int at, Node node);
  }

  private record Step(Node node, int parent) {}

  /** Trees are thousands deep, so nothing recurses. */
  private CallTree tree(@Nullable Node root, Predicate<Node> isPart, Values values) {
    if (root == null || !isPart.test(root)) {
      return CallTree.empty();
    }
    CallTreeBuilder tree = new CallTreeBuilder();
    values.set(tree, 0, root);
    List<Step> open = new ArrayList<>();
    root.children.forEach(child -> open.add(new Step(child, 0)));
    while (!open.isEmpty()) {
      Step step = open.remove(open.size() - 1);
      Node node = step.node();
      if (isPart.test(node)) {
        int at =
            tree.add(
                step.parent(), methods.number(node.get("method_high"), node.get("method_low")));
        values.set(tree, at, node);
        node.children.forEach(child -> open.add(new Step(child, at)));
      }
    }
    return tree.build();
  }

  private void setCalls(CallTreeBuilder tree, int at, Node node) {
    tree.calls(at, node.get("calls"))
        .exceptions(at, node.get("exceptions"))
        .open(at, node.get("open"))
        .carried(at, node.get("carried"))
        .self(at, node.get("self"))
        .overhead(at, node.get("overhead"))
        .cut(at, node.get("cut"))
        .waiting(at, node.get("waiting"));
    CallsKind kind = CallsKind.of(node.row.<Integer>getAs("kind"));
    if (kind != CallsKind.EXACT) {
      long calls = node.get("calls");
      tree.callsKnown(
          at,
          kind,
          calls - node.get("below"),
          node.row.<Boolean>getAs("unbounded") ? CallTree.UNBOUNDED : calls + node.get("above"));
    }
  }
}
