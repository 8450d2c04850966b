package dev.tare.it.check;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which calls were made from which: a call tree, whoever wrote it down, to be compared. */
public final class Shape {
  private final TreeMap<String, Shape> children = new TreeMap<>();
  private long calls;
  private long exceptions;

  private Shape() {}

  /** What a program's own {@link dev.tare.it.runner.CallLog} printed. */
  public static Shape ofLog(Path file) throws IOException {
    Shape root = new Shape();
    List<Shape> path = new ArrayList<>(List.of(root));
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ", 4);
      int depth = Integer.parseInt(words[0]);
      path.subList(depth, path.size()).clear();
      Shape node = new Shape();
      node.calls = Long.parseLong(words[2]);
      node.exceptions = Long.parseLong(words[3]);
      path.get(depth - 1).children.put(words[1], node);
      path.add(node);
    }
    return root;
  }

  /**
   * A tree of a profile.
   *
   * @param inside the method below which it begins: what called it is left out, and so is it
   */
  public static Shape of(Profile profile, CallTree tree, String inside) {
    return shapes(profile, tree)[0].below(inside);
  }

  /** A tree of a profile, whole. */
  public static Shape of(Profile profile, CallTree tree) {
    return shapes(profile, tree)[0];
  }

  private static Shape[] shapes(Profile profile, CallTree tree) {
    Shape[] shapes = new Shape[tree.size()];
    for (int node = 0; node < tree.size(); node++) {
      shapes[node] = new Shape();
      shapes[node].calls = tree.calls(node);
      shapes[node].exceptions = tree.exceptions(node);
      if (node > 0) {
        shapes[tree.parent(node)].children.put(
            profile.methods().get(tree.method(node)).name(), shapes[node]);
      }
    }
    return shapes;
  }

  /** Calls and exceptions of each method, wherever it was called. */
  public Map<String, String> methods() {
    Map<String, Shape> sums = new TreeMap<>();
    for (Iterator<Shape> nodes = nodes(); nodes.hasNext(); ) {
      for (Map.Entry<String, Shape> child : nodes.next().children.entrySet()) {
        Shape sum = sums.computeIfAbsent(child.getKey(), name -> new Shape());
        sum.calls += child.getValue().calls;
        sum.exceptions += child.getValue().exceptions;
      }
    }
    Map<String, String> texts = new TreeMap<>();
    sums.forEach((name, sum) -> texts.put(name, sum.toString()));
    return texts;
  }

  /** Calls by path, names joined by {@code >}. */
  public Map<String, Long> paths() {
    Map<String, Long> calls = new TreeMap<>();
    Deque<Map.Entry<String, Shape>> pending = new ArrayDeque<>(children.entrySet());
    while (!pending.isEmpty()) {
      Map.Entry<String, Shape> next = pending.pop();
      calls.put(next.getKey(), next.getValue().calls);
      next.getValue()
          .children
          .forEach((name, child) -> pending.push(Map.entry(next.getKey() + ">" + name, child)));
    }
    return calls;
  }

  /** Where this differs from the truth, node by node; empty where it does not. */
  public List<String> differences(Shape truth) {
    List<String> wrong = new ArrayList<>();
    Deque<Pair> pending = new ArrayDeque<>(List.of(new Pair("", this, truth)));
    while (!pending.isEmpty() && wrong.size() < 20) {
      Pair pair = pending.pop();
      Shape seen = pair.seen;
      Shape real = pair.real;
      if (seen == null || real == null) {
        wrong.add(pair.path + (seen == null ? " is missing" : " never happened"));
        continue;
      }
      if (seen.calls != real.calls || seen.exceptions != real.exceptions) {
        wrong.add(pair.path + ": " + seen + ", but really " + real);
      }
      TreeMap<String, @Nullable Shape> names = new TreeMap<>(seen.children);
      names.putAll(real.children);
      for (String name : names.keySet()) {
        pending.push(
            new Pair(pair.path + "/" + name, seen.children.get(name), real.children.get(name)));
      }
    }
    return wrong;
  }

  /**
   * Where this, of which branches are missing, contradicts the truth: a node that is there has
   * exactly its calls.
   */
  public List<String> contradictions(Shape truth) {
    List<String> wrong = new ArrayList<>();
    Deque<Pair> pending = new ArrayDeque<>(List.of(new Pair("", this, truth)));
    while (!pending.isEmpty() && wrong.size() < 20) {
      Pair pair = pending.pop();
      Shape seen = Objects.requireNonNull(pair.seen);
      Shape real = pair.real;
      if (real == null) {
        wrong.add(pair.path + " never happened");
        continue;
      }
      if (seen.calls != real.calls) {
        wrong.add(pair.path + ": " + seen + ", but really " + real);
      }
      seen.children.forEach(
          (name, child) ->
              pending.push(new Pair(pair.path + "/" + name, child, real.children.get(name))));
    }
    return wrong;
  }

  @Override
  public String toString() {
    return calls + " calls, " + exceptions + " exceptions";
  }

  private Shape below(String method) {
    Shape result = new Shape();
    for (Iterator<Shape> nodes = nodes(); nodes.hasNext(); ) {
      Shape found = nodes.next().children.get(method);
      if (found != null) {
        result.children.putAll(found.children);
        return result;
      }
    }
    return result;
  }

  private Iterator<Shape> nodes() {
    Deque<Shape> pending = new ArrayDeque<>(List.of(this));
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return !pending.isEmpty();
      }

      @Override
      public Shape next() {
        Shape node = pending.pop();
        for (Map.Entry<String, Shape> child : node.children.entrySet()) {
          pending.push(child.getValue());
        }
        return node;
      }
    };
  }

  private record Pair(String path, @Nullable Shape seen, @Nullable Shape real) {}
}
