package dev.tare.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.Profiles;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** {@code run} calls {@code get}, and {@code get} calls {@code put} of the same class. */
class ProfileViewTest {
  private static final int RUN = 0;
  private static final int GET = 1;
  private static final int PUT = 2;

  private static final List<MethodInfo> METHODS =
      List.of(
          Profiles.method("com.acme.Order", "run"),
          Profiles.method("com.acme.Cache", "get"),
          Profiles.method("com.acme.Cache", "put"));

  private static final Profile PROFILE = profile();

  private static Profile profile() {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(0, 1);
    int run = tree.add(0, RUN);
    tree.calls(run, 1).self(run, 10);
    int get = tree.add(run, GET);
    tree.calls(get, 2).exceptions(get, 3).open(get, 4).self(get, 6).overhead(get, 7);
    tree.cut(get, 8).waiting(get, 5).divided(get, 11, 12, 13);
    tree.callsKnown(get, CallsKind.BOUNDED, 1, 14);
    int put = tree.add(get, PUT);
    tree.calls(put, 1).carried(put, 1).self(put, 20);
    CallTreeBuilder samples = new CallTreeBuilder();
    int sampledRun = samples.add(0, RUN);
    samples.samples(sampledRun, 1);
    int counted = samples.add(sampledRun, GET);
    samples.samples(counted, 2).tier(counted, SampledTier.COUNTED);
    int timed = samples.add(counted, PUT);
    samples.samples(timed, 4);
    int merged = samples.add(sampledRun, GET);
    samples.samples(merged, 8).tier(merged, SampledTier.MERGED);
    CpuSamples taken =
        new CpuSamples("jdk", CpuSamples.CPU_TIME, 1, 15, 15, 0, 0, 0, samples.build());
    return Profiles.of(METHODS, new ThreadProfile(1, "main", false, false, 8, tree.build(), taken));
  }

  @Test
  void focusKeepsAllValuesOfANode() throws Exception {
    Profile focused = ProfileView.of(PROFILE).focus("Cache.get");
    CallTree tree = focused.threads().get(0).tree();
    assertEquals(0, tree.calls(1) + tree.self(1));
    assertEquals(all(PROFILE.threads().get(0).tree(), 2), all(tree, 2));
    assertEquals(1, tree.carried(3));
    assertEquals(". OWN 0, COUNTED 2, OWN 4, MERGED 8", tiers(focused));
  }

  @Test
  void calleesKeepAllValuesOfANode() throws Exception {
    CallTree tree = ProfileView.of(PROFILE).callees("Cache.get").threads().get(0).tree();
    assertEquals(all(PROFILE.threads().get(0).tree(), 2), all(tree, 1));
    assertEquals(1, tree.carried(2));
    assertEquals(3, tree.size());
  }

  @Test
  void chainsOfCallersAreWholeOrSayThatTheyAreNot() throws Exception {
    for (boolean isCut : new boolean[] {false, true}) {
      int depth = isCut ? CallerTree.MAX_CHAIN + 10 : 100;
      Profile chain = chain(depth);
      String last = "A.m" + (depth - 1);
      for (Profile upwards :
          List.of(ProfileView.of(chain).callers(last), ProfileView.of(chain).reversed())) {
        CallTree tree = upwards.threads().get(0).tree();
        int outermost = tree.size() - 1;
        String name = upwards.methods().get(tree.method(outermost)).qualifiedName();
        assertEquals(isCut ? "<deeper callers>" : "A.m0", name);
        assertEquals(isCut ? CallerTree.MAX_CHAIN + 1 : depth, outermost);
        assertEquals(3, tree.calls(outermost));
        assertEquals(70, tree.self(outermost));
        assertEquals(chain.methods(), upwards.methods().subList(0, depth));
      }
    }
  }

  /** Methods that call each other, of which the last has a value and calls of its own. */
  private static Profile chain(int depth) {
    CallTreeBuilder tree = new CallTreeBuilder();
    List<MethodInfo> methods = new ArrayList<>();
    int node = 0;
    for (int i = 0; i < depth; i++) {
      methods.add(Profiles.method("A", "m" + i));
      node = tree.add(node, i);
    }
    tree.calls(node, 3).self(node, 70);
    return Profiles.of(methods, Profiles.thread(1, "main", tree.build()));
  }

  @Test
  void samplesKeepWhereTheTimeWent() throws Exception {
    assertEquals(". OWN 1, COUNTED 2, OWN 4, MERGED 8", tiers(PROFILE));
    assertEquals(
        ". OWN 1, COUNTED 6, MERGED 8", tiers(ProfileView.of(PROFILE).ignore("Cache.put")));
    assertEquals(
        ". OWN 1, COUNTED 2, OWN 4, MERGED 8", tiers(ProfileView.of(PROFILE).by(Grouping.CLASS)));
    assertEquals(
        ". OWN 1, COUNTED 2, OWN 4, MERGED 8", tiers(ProfileView.of(PROFILE).by(Grouping.PACKAGE)));
  }

  /** {@code get} was sampled while it was counted and while it was merged. */
  @Test
  void samplesOfMethodsThatAreRolledUpGoWhereTheirTimeGoes() {
    BitSet none = new BitSet();
    BitSet get = BitSet.valueOf(new long[] {1 << GET});
    BitSet put = BitSet.valueOf(new long[] {1 << PUT});
    ProfileView view = ProfileView.of(PROFILE);
    assertEquals(". OWN 1, MERGED 10, OWN 4", tiers(view.rolledUp(get, none, none)));
    assertEquals(". OWN 1, MERGED 10, OWN 4", tiers(view.rolledUp(none, get, none)));
    assertEquals(". OWN 1, COUNTED 2, OWN 4, MERGED 8", tiers(view.rolledUp(none, none, get)));
    assertEquals(". OWN 1, COUNTED 2, COUNTED 4, MERGED 8", tiers(view.rolledUp(none, none, put)));
  }

  private static String tiers(Profile profile) {
    CallTree tree = Objects.requireNonNull(profile.threads().get(0).cpuSamples()).tree();
    StringBuilder tiers = new StringBuilder(".");
    for (int node = 1; node < tree.size(); node++) {
      tiers.append(node == 1 ? " " : ", ").append(tree.tier(node)).append(' ');
      tiers.append(tree.samples(node));
    }
    return tiers.toString();
  }

  private static List<Long> all(CallTree tree, int node) {
    return List.of(
        (long) tree.method(node),
        tree.calls(node),
        tree.callsLow(node),
        tree.callsHigh(node),
        tree.exceptions(node),
        tree.open(node),
        tree.carried(node),
        tree.self(node),
        tree.overhead(node),
        tree.cut(node),
        tree.waiting(node),
        tree.divided(node),
        tree.selfBelow(node),
        tree.selfAbove(node));
  }
}
