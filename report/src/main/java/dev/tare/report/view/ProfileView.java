package dev.tare.report.view;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.TreeNodes;
import dev.tare.report.analysis.NodeTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.sum.ThreadKey;
import dev.tare.report.sum.TieredSamples;
import dev.tare.report.view.MethodPattern.NoMatchException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Makes profiles of a profile. Each says the same, seen another way. */
public final class ProfileView {
  /** The id of the only thread of a view that takes all threads together; no thread has it. */
  public static final long ALL_THREADS = 0;

  private final Profile profile;

  private ProfileView(Profile profile) {
    this.profile = profile;
  }

  /** Views of this profile. */
  public static ProfileView of(Profile profile) {
    return new ProfileView(profile);
  }

  /** Paths through methods that the pattern names, and nothing else. */
  public Profile focus(String pattern) throws NoMatchException {
    BitSet wanted = matched(pattern);
    UnaryOperator<CallTree> focusing = tree -> focused(tree, wanted);
    return rewritten(profile.methods(), focusing, focusing);
  }

  /** Methods that the pattern names as parts of their callers. */
  public Profile ignore(String pattern) throws NoMatchException {
    return without(matched(pattern));
  }

  private Profile without(BitSet unwanted) {
    int methods = profile.methods().size();
    return renamed(
        profile.methods(),
        new Renaming(
            methods, method -> unwanted.get(method) ? TreeRewriter.FOLDED : method, false));
  }

  /**
   * Methods, by their place in the profile's list, as parts of their callers, the calls of others
   * without their contexts, and the calls alone of others. Samples say of these methods that their
   * time went where it goes now.
   */
  public Profile rolledUp(BitSet folded, BitSet flat, BitSet counted) {
    List<MethodInfo> methods = new ArrayList<>(profile.methods());
    int known = methods.indexOf(MethodInfo.FLAT_CALLS);
    int flatCalls = known < 0 ? methods.size() : known;
    if (known < 0 && !flat.isEmpty()) {
      methods.add(MethodInfo.FLAT_CALLS);
    }
    return rewritten(
        methods,
        tree -> rolledUp(tree, folded, flat, flatCalls, counted),
        samples -> rolledUpSamples(samples, folded, flat, counted));
  }

  private CallTree rolledUp(
      CallTree tree, BitSet folded, BitSet flat, int flatCalls, BitSet counted) {
    TreeRewriter rewriter = new TreeRewriter(Math.max(profile.methods().size(), flatCalls + 1));
    rewriter.add(
        tree,
        new TreeRewriter.Rule() {
          @Override
          public int method(int node, int above) {
            int method = tree.method(node);
            return folded.get(method) ? TreeRewriter.FOLDED : method;
          }

          @Override
          public boolean isCountedAlone(int node) {
            return counted.get(tree.method(node));
          }

          @Override
          public int countedBelow(int node) {
            return flat.get(tree.method(node)) ? flatCalls : TreeRewriter.CALLER;
          }
        });
    return rewriter.tree();
  }

  private CallTree rolledUpSamples(CallTree samples, BitSet folded, BitSet flat, BitSet counted) {
    Renaming lowered =
        new Renaming(
            TieredSamples.methods(profile.methods().size()),
            TieredSamples.lowered(
                method ->
                    folded.get(method) || flat.get(method)
                        ? SampledTier.MERGED
                        : counted.get(method) ? SampledTier.COUNTED : SampledTier.OWN),
            false);
    return TieredSamples.together(lowered.calls(TieredSamples.apart(samples)));
  }

  /**
   * Groups of methods in place of methods. A call within a group is none, nor is one of which
   * nobody knows whether it was within.
   */
  public Profile by(Grouping grouping) {
    if (grouping == Grouping.METHOD) {
      return profile;
    }
    if (grouping == Grouping.THREAD) {
      return byThread();
    }
    Grouping.Groups groups = grouping.of(profile.methods());
    Renaming renaming = new Renaming(groups.names().size(), groups.groupOf(), true);
    return rewritten(
        groups.names(), tree -> grouped(tree, renaming, groups.merged()), renaming::samples);
  }

  private CallTree grouped(CallTree tree, Renaming renaming, BitSet merged) {
    TreeRewriter rewriter = new TreeRewriter(renaming.methods());
    rewriter.add(
        tree,
        new TreeRewriter.Rule() {
          @Override
          public int method(int node, int above) {
            return renaming.method(tree, node, above);
          }

          @Override
          public boolean isWithoutContext(int node) {
            int caller = tree.parent(node);
            return caller > 0
                && tree.calls(node) > 0
                && profile.methods().get(tree.method(caller)).className().isEmpty();
          }

          @Override
          public boolean isAtLeast(int group) {
            return merged.get(group);
          }
        });
    return rewriter.tree();
  }

  /** By how much values of such groups may be wrong; those of threads have no overhead. */
  public Uncertainty uncertainty(Grouping grouping) {
    Uncertainty ofMethods = Uncertainty.of(profile);
    if (grouping == Grouping.METHOD) {
      return ofMethods;
    }
    if (grouping == Grouping.THREAD) {
      Map<String, Integer> pools = pools();
      double[] calls = new double[pools.size()];
      for (ThreadProfile thread : profile.threads()) {
        int pool = Objects.requireNonNull(pools.get(ThreadKey.pool(thread.name())));
        calls[pool] += thread.sums().calls();
      }
      return ofMethods.withoutOverhead(calls);
    }
    Grouping.Groups groups = grouping.of(profile.methods());
    return ofMethods.of(groups.names().size(), groups.groupOf());
  }

  private Profile byThread() {
    Map<String, Integer> names = pools();
    TreeRewriter rewriter = new TreeRewriter(names.size());
    boolean isAtLeast = profile.threadsCallsKind() == CallsKind.BOUNDED;
    for (ThreadProfile thread : profile.threads()) {
      int pool = Objects.requireNonNull(names.get(ThreadKey.pool(thread.name())));
      rewriter.addThread(pool, thread.tree(), thread.sums());
      if (isAtLeast) {
        rewriter.boundCalls(pool);
      }
    }
    return single(names.keySet().stream().map(Grouping::named).toList(), rewriter.tree());
  }

  /** The names of pools, each with its number. */
  private Map<String, Integer> pools() {
    TreeMap<String, Integer> names = new TreeMap<>();
    profile
        .threads()
        .forEach(thread -> names.putIfAbsent(ThreadKey.pool(thread.name()), names.size()));
    int number = 0;
    for (var entry : names.entrySet()) {
      entry.setValue(number++);
    }
    return names;
  }

  /** What the methods that the pattern names call, all their calls together, in one thread. */
  public Profile callees(String pattern) throws NoMatchException {
    BitSet roots = matched(pattern);
    TreeRewriter rewriter = new TreeRewriter(profile.methods().size());
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      boolean[] inside = new boolean[tree.size()];
      rewriter.add(
          tree,
          (node, above) -> {
            int method = tree.method(node);
            inside[node] = inside[tree.parent(node)] || roots.get(method);
            return inside[node] ? method : TreeRewriter.LEFT_OUT;
          });
    }
    return single(profile.methods(), withoutRoot(rewriter.tree()));
  }

  /**
   * From where the methods that the pattern names are called: a tree whose children are callers. In
   * recursion the outermost call counts.
   */
  public Profile callers(String pattern) throws NoMatchException {
    BitSet leaves = matched(pattern);
    CallerTree callers = new CallerTree(profile.methods());
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      NodeTotals totals = NodeTotals.ofSelf(tree);
      NodeTotals waits = NodeTotals.ofWaiting(tree);
      boolean[] inside = new boolean[tree.size()];
      for (int node = 1; node < tree.size(); node++) {
        boolean isInside = inside[tree.parent(node)];
        boolean isLeaf = leaves.get(tree.method(node));
        inside[node] = isInside || isLeaf;
        if (isLeaf && !isInside) {
          callers.add(tree, node, totals.total(node), waits.total(node));
        }
      }
    }
    return single(callers.methods(), callers.tree());
  }

  /** Bottom up: each method's self value, and below it where it was called from. */
  public Profile reversed() {
    CallerTree callers = new CallerTree(profile.methods());
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (tree.self(node) != 0 || tree.calls(node) != 0) {
          callers.add(tree, node);
        }
      }
    }
    return single(callers.methods(), callers.tree());
  }

  /**
   * A profile whose trees have callers as children, with calls where values are: each with the
   * outermost caller alone, so that those of all nodes add up.
   */
  public Profile withCallsAsValues() {
    return rewritten(profile.methods(), ProfileView::callsAsValues, tree -> tree);
  }

  private static CallTree callsAsValues(CallTree tree) {
    long[] ofCallers = new long[tree.size()];
    for (int node = 1; node < ofCallers.length; node++) {
      ofCallers[tree.parent(node)] += tree.calls(node);
    }
    CallTreeBuilder result = new CallTreeBuilder();
    TreeNodes nodes = nodesBelowRoot(tree);
    for (int node = 1; nodes.next(); node++) {
      result.copy(result.add(tree.parent(node), tree.method(node)), nodes);
      result.calls(node, tree.calls(node) - ofCallers[node]);
    }
    return result.build();
  }

  private CallTree focused(CallTree tree, BitSet wanted) {
    boolean[] inside = new boolean[tree.size()];
    boolean[] kept = new boolean[tree.size()];
    for (int node = 1; node < inside.length; node++) {
      inside[node] = inside[tree.parent(node)] || wanted.get(tree.method(node));
    }
    for (int node = inside.length - 1; node > 0; node--) {
      kept[node] |= inside[node];
      kept[tree.parent(node)] |= kept[node];
    }
    CallTreeBuilder result = new CallTreeBuilder();
    int[] place = new int[inside.length];
    TreeNodes nodes = nodesBelowRoot(tree);
    for (int node = 1; nodes.next(); node++) {
      if (kept[node]) {
        place[node] = result.add(place[tree.parent(node)], tree.method(node));
        if (inside[node]) {
          result.copy(place[node], nodes);
        }
      }
    }
    return result.build();
  }

  private static CallTree withoutRoot(CallTree tree) {
    CallTreeBuilder result = new CallTreeBuilder();
    TreeNodes nodes = nodesBelowRoot(tree);
    for (int node = 1; nodes.next(); node++) {
      result.copy(result.add(tree.parent(node), tree.method(node)), nodes);
    }
    return result.build();
  }

  private static TreeNodes nodesBelowRoot(CallTree tree) {
    TreeNodes nodes = tree.nodes();
    nodes.next();
    return nodes;
  }

  private BitSet matched(String pattern) throws NoMatchException {
    return new MethodPattern(pattern).among(profile.methods());
  }

  private Profile renamed(List<MethodInfo> methods, Renaming renaming) {
    return rewritten(methods, renaming::calls, renaming::samples);
  }

  /** The same threads with other trees. */
  private Profile rewritten(
      List<MethodInfo> methods,
      UnaryOperator<CallTree> ofCalls,
      UnaryOperator<CallTree> ofSamples) {
    return profile.with(
        methods,
        profile.threads().stream()
            .map(
                thread -> {
                  CpuSamples samples = thread.cpuSamples();
                  return thread.with(
                      ofCalls.apply(thread.tree()),
                      samples == null ? null : samples.withTree(ofSamples.apply(samples.tree())));
                })
            .toList());
  }

  private Profile single(List<MethodInfo> methods, CallTree tree) {
    long events = profile.threads().stream().mapToLong(ThreadProfile::events).sum();
    return profile.with(
        methods,
        List.of(new ThreadProfile(ALL_THREADS, "all threads", false, false, events, tree, null)));
  }
}
