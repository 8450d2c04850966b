package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The kernels of {@code CountedKernels} once all is compiled, and the whole thread: instructions in
 * truth, as read, and as calibrated.
 */
final class CostTable {
  /** The called method of each kernel, in the order of the kernels. */
  private static final List<String> LEAVES = List.of("fib", "leaf", "leaf", "leaf");

  private static final List<String> KERNELS = List.of("fibs", "loops5", "loops20", "loops100");

  private static final String THREAD = "thread";

  /** Of its own instructions, a leaf may have so many too many or too few. */
  private static final double SHARE = 0.03;

  private final List<Line> lines = new ArrayList<>();

  /**
   * One kernel.
   *
   * @param leaf its innermost method; none of the thread
   * @param calls of that
   * @param truth instructions without the profiler
   * @param raw instructions as read
   * @param calibrated instructions less the overhead that was subtracted
   */
  private record Line(String name, String leaf, long calls, long truth, long raw, long calibrated) {
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
    lines.add(line(profile, tree, "", "", Answer.longs(out, answer, THREAD)[0]));
  }

  /** Of the part of the tree below this method below {@code steady}; no name: of the whole tree. */
  private static Line line(Profile profile, CallTree tree, String kernel, String leaf, long truth) {
    boolean[] inside = new boolean[tree.size()];
    inside[0] = kernel.isEmpty();
    long self = inside[0] ? tree.self(0) : 0;
    long overhead = inside[0] ? tree.overhead(0) : 0;
    long calls = 0;
    for (int node = 1; node < tree.size(); node++) {
      int parent = tree.parent(node);
      String name = profile.methods().get(tree.method(node)).name();
      inside[node] =
          inside[parent]
              || (name.equals(kernel)
                  && profile.methods().get(tree.method(parent)).name().equals("steady"));
      if (inside[node]) {
        self += tree.self(node);
        overhead += tree.overhead(node);
        calls += leaf.isEmpty() || name.equals(leaf) ? tree.calls(node) : 0;
      }
    }
    return new Line(kernel.isEmpty() ? THREAD : kernel, leaf, calls, truth, self + overhead, self);
  }

  /**
   * Fails where more instructions of a call are too many or too few than these.
   *
   * @param ofFib of {@code fib}; a leaf may have as many too few
   * @param ofLeaf that a leaf may have too many
   * @param ofThread of all that the thread did
   */
  void demandErrorsWithin(int ofFib, int ofLeaf, int ofThread) {
    for (Line line : lines) {
      double ofLength = SHARE * line.truth() / line.calls();
      switch (line.leaf()) {
        case "fib" -> demand(line, ofFib, ofFib);
        case "leaf" -> demand(line, Math.max(ofFib, ofLength), Math.max(ofLeaf, ofLength));
        default -> demand(line, ofThread, ofThread);
      }
    }
  }

  private void demand(Line line, double fewer, double more) {
    double error = (double) (line.calibrated() - line.truth()) / line.calls();
    assertTrue(line.raw() > line.truth(), this::toString);
    assertTrue(
        error >= -fewer && error <= more,
        () -> line.name() + ", at most " + fewer + " too few, " + more + " too many\n" + this);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    lines.forEach(text::append);
    return text.toString();
  }
}
