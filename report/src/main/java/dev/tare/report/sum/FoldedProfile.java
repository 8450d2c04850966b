package dev.tare.report.sum;

import dev.tare.profile.CallTree;
import dev.tare.profile.Limits.Folded;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.TreeFolding;
import java.util.ArrayList;
import java.util.List;

/**
 * A profile whose nodes of a small share are folded into the nodes above them.
 *
 * @param profile what is left
 * @param folded what was folded
 */
public record FoldedProfile(Profile profile, Folded folded) {

  /**
   * Folds subtrees whose self values add up to less than a part of those of all methods.
   *
   * @param share from 0, which folds none, to 1
   */
  public static FoldedProfile of(Profile profile, double share) {
    return of(profile, share, false);
  }

  /**
   * The same, where subtrees with such a part of all calls may be kept as well.
   *
   * @param share from 0, which folds none, to 1
   * @param areCallsKept whether they are
   */
  public static FoldedProfile of(Profile profile, double share, boolean areCallsKept) {
    double whole = 0;
    double wholeCalls = 0;
    for (ThreadProfile thread : profile.threads()) {
      whole += thread.sums().self() - thread.sums().outside();
      wholeCalls += thread.sums().calls();
    }
    if (share <= 0 || whole <= 0) {
      return new FoldedProfile(profile, Folded.NOTHING);
    }
    long below = (long) Math.ceil(share * whole);
    long belowCalls =
        areCallsKept ? Math.max(1, (long) Math.ceil(share * wholeCalls)) : Long.MAX_VALUE;
    Folded folded = Folded.NOTHING;
    List<ThreadProfile> threads = new ArrayList<>();
    for (ThreadProfile thread : profile.threads()) {
      TreeFolding folding = TreeFolding.of(thread::nodes, below, belowCalls);
      folded = folded.plus(folding.folded());
      threads.add(thread.withTree(CallTree.of(folding.keptOf(thread.nodes()))));
    }
    return new FoldedProfile(profile.withThreads(threads), folded);
  }
}
