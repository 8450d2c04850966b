package dev.tare.report;

import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.report.diff.MeasuredRun;
import dev.tare.report.diff.ProfileDiff;
import dev.tare.report.diff.ProfileDiff.NotComparableException;
import java.util.List;

/** Two profiles that differ in every way that a comparison tells apart. */
public final class DiffProfiles {
  private DiffProfiles() {}

  /** A comparison of one run a side. */
  public static ProfileDiff diff(Profile before, Profile after) throws NotComparableException {
    return new ProfileDiff(
        List.of(MeasuredRun.of(before)), List.of(MeasuredRun.of(after)), false, "");
  }

  public static Profile before() {
    List<MethodInfo> methods = List.of(method("uncertain"), method("slower"), method("gone"));
    CallTreeBuilder tree = new CallTreeBuilder();
    int uncertain = add(tree, 0, 0, 100, 1000, 1000);
    add(tree, uncertain, 1, 10, 5000, 100);
    add(tree, 0, 2, 7, 700, 70);
    return Profiles.of(methods, Profiles.thread(1, "main", tree.build()));
  }

  public static Profile after() {
    List<MethodInfo> methods = List.of(method("added"), method("slower"), method("uncertain"));
    CallTreeBuilder tree = new CallTreeBuilder();
    int uncertain = add(tree, 0, 2, 105, 1050, 1050);
    add(tree, uncertain, 1, 10, 6000, 100);
    add(tree, 0, 0, 5, 500, 50);
    return Profiles.of(methods, Profiles.thread(1, "main", tree.build()));
  }

  private static int add(
      CallTreeBuilder tree, int parent, int method, long calls, long self, long overhead) {
    int node = tree.add(parent, method);
    tree.calls(node, calls).self(node, self).overhead(node, overhead);
    return node;
  }

  private static MethodInfo method(String name) {
    return Profiles.method("A", name);
  }
}
