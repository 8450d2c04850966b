package dev.tare.it.check;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What holds for every profile, whatever was profiled. */
public final class Invariants {
  /**
   * For how long a busy machine may hold a probe up that is under way where a period ends: then its
   * interval goes unnoticed (docs/adr/0048).
   */
  private static final long MOST_HELD_UP = 50_000_000;

  private final Profile profile;
  private final List<String> broken = new ArrayList<>();

  private Invariants(Profile profile) {
    this.profile = profile;
  }

  /**
   * Checks them all.
   *
   * @throws AssertionError naming those that do not hold
   */
  public static void check(Profile profile) {
    Invariants invariants = new Invariants(profile);
    invariants.checkAll();
    if (!invariants.broken.isEmpty()) {
      throw new AssertionError(String.join("\n", invariants.broken));
    }
  }

  private void checkAll() {
    long threadIds = profile.threads().stream().mapToLong(ThreadProfile::id).distinct().count();
    require(threadIds == profile.threads().size(), "a thread is there twice");
    long cut = 0;
    long overhead = 0;
    for (ThreadProfile thread : profile.threads()) {
      checkTree(thread);
      checkEvents(thread);
      checkSums(thread);
      overhead += thread.tree().overheadSum();
      cut += IntStream.range(0, thread.tree().size()).mapToLong(thread.tree()::cut).sum();
    }
    require(
        cut == profile.limits().callsPastMaxnodes(),
        "cut calls: " + cut + " in the trees, limits: " + profile.limits());
    require(
        overhead == profile.calibration().overhead(),
        "overhead: "
            + overhead
            + " in the trees, calibration: "
            + profile.calibration().overhead());
  }

  private void checkTree(ThreadProfile thread) {
    CallTree tree = thread.tree();
    require(tree.calls(0) == 1, thread, "calls of the root: " + tree.calls(0));
    boolean[] hasCalls = new boolean[tree.size()]; // or below
    for (int node = tree.size() - 1; node > 0; node--) {
      hasCalls[tree.parent(node)] |= hasCalls[node] || tree.callsHigh(node) > 0;
    }
    // A call that is made and ends while the tree is read at a period's end may be counted before
    // it and be charged behind it.
    boolean cutIntoPeriods = !profile.settings().getOrDefault("every", "off").equals("off");
    boolean mayHaveNone = thread.alive() || cutIntoPeriods;
    for (int node = 1; node < tree.size(); node++) {
      int method = tree.method(node);
      require(
          method >= 0 && method < profile.methods().size(), thread, "no such method: " + method);
      long calls = tree.calls(node);
      long exceptions = tree.exceptions(node);
      long open = tree.open(node);
      long carried = tree.carried(node);
      boolean isCalled = !profile.methods().get(method).className().isEmpty();
      require(
          tree.callsHigh(node) >= calls
              && calls >= tree.callsLow(node)
              && tree.callsHigh(node)
                  >= (isCalled && !mayHaveNone && !hasCalls[node] ? 1 : 0) - carried
              && exceptions >= 0
              && open >= 0
              && carried >= 0
              && exceptions + open <= calls + carried,
          thread,
          "%s: calls %d, carried %d, exceptions %d, open %d"
              .formatted(profile.methods().get(method), calls, carried, exceptions, open));
      require(
          tree.cut(node) >= 0 && tree.cut(node) <= calls,
          thread,
          "cut: " + tree.cut(node) + " of " + calls);
    }
    require(siblingsAreDistinct(tree), thread, "a node has two children of one method");
    require(
        openNodesAreOnePath(profile, tree, thread.virtual()),
        thread,
        "an open call whose caller is not, or two in one caller");
  }

  private static boolean siblingsAreDistinct(CallTree tree) {
    long[] keys =
        IntStream.range(1, tree.size())
            .mapToLong(node -> (long) tree.parent(node) << 32 | tree.method(node))
            .toArray();
    Arrays.sort(keys);
    return IntStream.range(1, keys.length).allMatch(i -> keys[i - 1] != keys[i]);
  }

  /**
   * A thread is in one call of one call of one call; only added up trees of virtual threads may
   * have more. Beyond maxnodes there are no paths.
   */
  private static boolean openNodesAreOnePath(Profile profile, CallTree tree, boolean addedUp) {
    long[] openChildren = new long[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      int parent = tree.parent(node);
      boolean beyond =
          parent > 0
              && profile.methods().get(tree.method(parent)).equals(MethodInfo.BEYOND_MAXNODES);
      openChildren[parent] += beyond ? 0 : tree.open(node);
    }
    return IntStream.range(0, tree.size())
        .allMatch(
            node ->
                openChildren[node] <= (node == 0 ? addedUp ? Long.MAX_VALUE : 1 : tree.open(node)));
  }

  /**
   * Entries equal exits, but for what is still open. A running thread goes on while its tree is
   * read. Calls that no probe saw have neither.
   */
  private void checkEvents(ThreadProfile thread) {
    CallTree tree = thread.tree();
    long calls = IntStream.range(1, tree.size()).mapToLong(tree::calls).sum();
    long open = IntStream.range(1, tree.size()).mapToLong(tree::open).sum();
    long carried = IntStream.range(1, tree.size()).mapToLong(tree::carried).sum();
    long expected = 2 * calls + carried - open;
    boolean isEveryCallSeen =
        IntStream.range(1, tree.size()).allMatch(node -> tree.callsKind(node) == CallsKind.EXACT);
    require(
        !isEveryCallSeen
            ? thread.events() <= expected
            : thread.alive() ? thread.events() >= calls - open : thread.events() == expected,
        thread,
        "events %d, but calls %d, carried %d, open %d"
            .formatted(thread.events(), calls, carried, open));
  }

  private void checkSums(ThreadProfile thread) {
    CallTree tree = thread.tree();
    if (!profile.metric().name().equals("time")) {
      return;
    }
    long raw = tree.selfSum() + tree.overheadSum() + thread.interruptions().nanos();
    long heldUp = profile.settings().getOrDefault("every", "off").equals("off") ? 0 : MOST_HELD_UP;
    require(
        raw >= 0 && (thread.virtual() || raw <= profile.run().durationNanos() + heldUp),
        thread,
        "raw time " + raw + " ns in a run of " + profile.run().durationNanos() + " ns");
    // Outside of all methods a sampled thread may have less than nothing: what methods have that it
    // took over from ended ones.
    boolean isSampled = profile.settings().getOrDefault("mode", "").equals("sampled");
    boolean neverBackwards =
        IntStream.range(isSampled ? 1 : 0, tree.size())
            .allMatch(node -> tree.self(node) + tree.overhead(node) >= -heldUp);
    require(neverBackwards, thread, "raw time below 0 in a node");
  }

  private void require(boolean holds, ThreadProfile thread, String otherwise) {
    require(holds, "thread " + thread.id() + " '" + thread.name() + "': " + otherwise);
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      broken.add(otherwise);
    }
  }
}
