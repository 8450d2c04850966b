package dev.tare.report.view;

import dev.tare.profile.CallTree;
import dev.tare.report.sum.TieredSamples;
import java.util.function.IntUnaryOperator;

/**
 * Other methods in place of those of trees.
 *
 * @param methods how many methods the new trees know
 * @param numberOf the number in the new trees of each method, or {@link TreeRewriter#FOLDED}
 * @param joinsCallees whether a node below one of the same new method is a part of it
 */
record Renaming(int methods, IntUnaryOperator numberOf, boolean joinsCallees) {

  /** A tree of calls with the other methods. */
  CallTree calls(CallTree tree) {
    TreeRewriter rewriter = new TreeRewriter(methods);
    rewriter.add(tree, (node, above) -> method(tree, node, above));
    return rewriter.tree();
  }

  /** As {@link TreeRewriter.Rule#method}, of a node of this tree. */
  int method(CallTree tree, int node, int above) {
    int method = numberOf.applyAsInt(tree.method(node));
    return joinsCallees && method == above ? TreeRewriter.FOLDED : method;
  }

  /** A tree of samples with the other methods; nodes of different tiers stay apart. */
  CallTree samples(CallTree tree) {
    Renaming tiered =
        new Renaming(TieredSamples.methods(methods), TieredSamples.numbers(numberOf), joinsCallees);
    return TieredSamples.together(tiered.calls(TieredSamples.apart(tree)));
  }
}
