package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The kernels of {@code CountedKernels} once all is compiled, and the whole thread: instructions in
 * truth, as read, and as calibrated.
 */
final class CostTable {
  /** The called method of each kernel, in the order of the kernels. */
  private static final List<String> LEAVES = List.of("fib", "leaf", "leaf", "leaf", "leaf");

  private static final List<String> KERNELS =
      List.of("fibs", "loops5", "loops20", "loops100", "parents");

  /** A kernel whose leaf does as much as that of {@link #SAME_LEAF}, behind a long interval. */
  private static final String PARENTS = "parents";

  private static final String SAME_LEAF = "loops5";

  private static final String THREAD = "thread";
  private static final double SHARE = 0.10;

  private final List<Line> lines = new ArrayList<>();

  /**
   * One kernel.
   *
   * @param calls of its innermost method
   * @param truth instructions without the profiler
   * @param raw instructions as read
   * @param calibrated instructions less the overhead that was taken off
   */
  private record Line(String name, long calls, long truth, long raw, long calibrated) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%-10s %8d calls: truth %7.1f, raw %7.1f, calibrated %7.1f instructions a call%n",
          name,
          calls,
          (double) truth / calls,
          (double) raw / calls,
          (double) calibrated / calls);
    }
  }

  /**
   * @param out where the kernels' answer is
   * @param answer what they printed without the profiler
   * @param profile of the same kernels
   */
  CostTable(Path out, String answer, Profile profile) throws IOException {
    CallTree tree =
        profile.threads().stream()
            .filter(thread -> thread.name().equals("main"))
            .findFirst()
            .orElseThrow()
            .tree();
    for (int i = 0; i < KERNELS.size(); i++) {
      long truth = Answer.longs(out, answer, KERNELS.get(i))[0];
      lines.add(line(profile, tree, KERNELS.get(i), LEAVES.get(i), truth));
    }
    lines.add(leafOfParents(profile, tree, lines.get(KERNELS.indexOf(SAME_LEAF))));
    lines.add(line(profile, tree, "", "", Answer.longs(out, answer, THREAD)[0]));
  }

  /** The leaf alone, without its parent. */
  private static Line leafOfParents(Profile profile, CallTree tree, Line same) {
    int kernel = KERNELS.indexOf(PARENTS);
    long calls = 0;
    long self = 0;
    long overhead = 0;
    for (int node : inside(profile, tree, PARENTS)) {
      if (profile.methods().get(tree.method(node)).name().equals(LEAVES.get(kernel))) {
        calls += tree.calls(node);
        self += tree.self(node);
        overhead += tree.overhead(node);
      }
    }
    return new Line(
        "their leaf", calls, same.truth() * calls / same.calls(), self + overhead, self);
  }

  /** Of the part of the tree below this method below {@code steady}; no name: of the whole tree. */
  private static Line line(Profile profile, CallTree tree, String kernel, String leaf, long truth) {
    long self = 0;
    long overhead = 0;
    long calls = 0;
    for (int node : inside(profile, tree, kernel)) {
      self += tree.self(node);
      overhead += tree.overhead(node);
      boolean isCounted =
          node > 0
              && (leaf.isEmpty() || profile.methods().get(tree.method(node)).name().equals(leaf));
      calls += isCounted ? tree.calls(node) : 0;
    }
    return new Line(kernel.isEmpty() ? THREAD : kernel, calls, truth, self + overhead, self);
  }

  private static int[] inside(Profile profile, CallTree tree, String kernel) {
    boolean[] inside = new boolean[tree.size()];
    inside[0] = kernel.isEmpty();
    for (int node = 1; node < tree.size(); node++) {
      int parent = tree.parent(node);
      inside[node] =
          inside[parent]
              || (profile.methods().get(tree.method(node)).name().equals(kernel)
                  && profile.methods().get(tree.method(parent)).name().equals("steady"));
    }
    return IntStream.range(0, tree.size()).filter(node -> inside[node]).toArray();
  }

  /**
   * Fails where more instructions are too many or too few than these.
   *
   * @param ofKernel a call of a kernel; a tenth of the truth where that is more
   * @param ofThread a call, of all that the thread did
   */
  void demandErrorsWithin(int ofKernel, int ofThread) {
    for (Line line : lines) {
      double most =
          line.name().equals(THREAD)
              ? (double) ofThread * line.calls()
              : Math.max((double) ofKernel * line.calls(), SHARE * line.truth());
      assertTrue(line.raw() > line.truth(), this::toString);
      assertTrue(
          Math.abs(line.calibrated() - line.truth()) <= most,
          () -> line.name() + ", at most " + most / line.calls() + " a call\n" + this);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    lines.forEach(text::append);
    return text.toString();
  }
}
