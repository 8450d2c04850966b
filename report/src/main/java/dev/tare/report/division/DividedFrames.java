package dev.tare.report.division;

import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.sum.NodeValues;
import dev.tare.report.sum.TreeUnion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A divided profile for formats that know no marks: what samples gave to a method is a frame of its
 * own, whose tier says so, beside what was measured.
 */
public final class DividedFrames {
  /** In place of what was recorded of the method. */
  public static final String TIER = "divided";

  private DividedFrames() {}

  /** The profile with such frames; itself where nothing was divided. */
  public static Profile of(Profile profile) {
    if (profile.threads().stream().noneMatch(thread -> isDivided(thread.tree()))) {
      return profile;
    }
    List<MethodInfo> methods = new ArrayList<>(profile.methods());
    for (MethodInfo method : profile.methods()) {
      methods.add(
          new MethodInfo(
              method.className(),
              method.name(),
              method.descriptor(),
              method.file(),
              method.line(),
              TIER,
              method.origin()));
    }
    List<ThreadProfile> threads =
        profile.threads().stream()
            .map(thread -> thread.withTree(apart(thread.tree(), profile.methods().size())))
            .toList();
    return profile.with(methods, threads);
  }

  static boolean isDivided(CallTree tree) {
    return IntStream.range(1, tree.size()).anyMatch(node -> tree.divided(node) > 0);
  }

  private static CallTree apart(CallTree tree, int methods) {
    TreeUnion union = new TreeUnion();
    NodeValues values = new NodeValues();
    int[] place = new int[tree.size()];
    values.addAll(0, tree, 0);
    for (int node = 1; node < tree.size(); node++) {
      int above = place[tree.parent(node)];
      int method = tree.method(node);
      long divided = tree.divided(node);
      boolean isMeasured =
          tree.calls(node) != 0 || tree.open(node) != 0 || tree.self(node) != divided;
      if (divided > 0 && !isMeasured) {
        place[node] = union.child(above, methods + method);
        values.addAll(place[node], tree, node);
      } else {
        place[node] = union.child(above, method);
        values.addAll(place[node], tree, node);
        if (divided > 0) {
          values.addDivided(place[node], -divided, 0, 0);
          values.addDivided(union.child(above, methods + method), divided, 0, 0);
        }
      }
    }
    return union.tree(IntStream.range(0, 2 * methods).toArray(), values);
  }
}
