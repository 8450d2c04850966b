package dev.tare.report.division;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.Profiles;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Profiles whose stacks are known, for the tests. */
public final class DividedProfiles {
  static final int RUN = 0;
  static final int GET = 1;
  static final int PUT = 2;
  static final int STEP = 3;
  static final int STORE = 4;
  static final int JDK = 5;
  static final int PROBE = 6;
  static final int LOST = 7;
  static final int BEYOND = 8;

  static final List<MethodInfo> METHODS =
      List.of(
          Profiles.method("com.acme.Cache", "run"),
          Profiles.method("com.acme.Cache", "get", MethodInfo.MERGED),
          Profiles.method("com.acme.Cache", "put", MethodInfo.MERGED),
          Profiles.method("com.acme.Cache", "step", MethodInfo.COUNTED),
          Profiles.method("com.acme.Cache", "store"),
          Profiles.method("java.util.HashMap", "get"),
          Profiles.method("dev.tare.runtime.probe.FullProbe", "enter"),
          Profiles.method("com.acme.Broken", "<clinit>", MethodInfo.COUNTED),
          MethodInfo.BEYOND_MAXNODES);

  private DividedProfiles() {}

  /**
   * {@code run} takes 1,000 ns and has ten samples: four of its own, three in {@code get}, one of
   * them in the JDK, one in {@code step}, which is counted, and two in {@code put} below that.
   * {@code store}, called by {@code get}, has its own 500 ns and seven samples; a probe has three.
   */
  public static Profile known() {
    return Profiles.of(METHODS, thread(1, calls(1_000, 0), samples()));
  }

  /** The same, and 500 ns of overhead were subtracted from {@code run}. */
  static Profile withOverhead() {
    return Profiles.of(METHODS, thread(1, calls(1_000, 0, 500), samples()));
  }

  /**
   * The same, where {@code store} was called so often that 30 of 1,015 ns are a price of probes.
   */
  static Profile withMeasuredOverhead() {
    CallTreeBuilder calls = new CallTreeBuilder();
    int store = addCalls(calls, 1_000, 0, 2_029);
    calls.calls(calls.add(store, STEP), 1_000);
    return Profiles.of(METHODS, thread(1, calls.build(), samples()));
  }

  /** Sampled mode, and the agent worked in the thread when ten more samples were taken. */
  static Profile whileTheAgentWorked() {
    CallTreeBuilder stacks = new CallTreeBuilder();
    stacks.samples(0, 10);
    addSamples(stacks);
    return sampled(calls(1_400, 200), stacks.build(), 0, 10_000_000);
  }

  /** The same in sampled mode: 17 samples tell of 1,500 ns. */
  static Profile sampledWithOverhead() {
    return sampled(calls(1_000, 0, 500), samples(), 0, 10_000_000);
  }

  /** The same in sampled mode, with 200 ns of waiting in {@code run}, and 200 ns more of it. */
  public static Profile sampled() {
    return sampled(0);
  }

  /** The same of time, of which {@code run} waited for more than it worked. */
  public static Profile waitingMost() {
    return Profiles.withWaiting(sampled(calls(1_400, 1_200), samples(), 0, 10_000_000));
  }

  /** The same, so many of whose 20 stacks are truncated. */
  static Profile sampled(long truncated) {
    return sampled(truncated, 10_000_000);
  }

  /** The same with so many nanoseconds between two samples; 27 samples were due. */
  static Profile sampled(long truncated, long periodNanos) {
    return sampled(calls(1_400, 200), samples(), truncated, periodNanos);
  }

  /**
   * {@code run} was over when samples began; {@code store} and {@code get} inside it share them.
   */
  static Profile startup() {
    CallTreeBuilder calls = new CallTreeBuilder();
    int run = calls.add(0, RUN);
    calls.calls(run, 1).self(run, 1_000);
    int store = calls.add(0, STORE);
    calls.calls(store, 1).self(store, 1_000);
    CallTreeBuilder stacks = new CallTreeBuilder();
    int sampled = stacks.add(0, STORE);
    stacks.samples(sampled, 5);
    int get = stacks.add(sampled, GET);
    stacks.tier(get, SampledTier.MERGED).samples(get, 5);
    return sampled(calls.build(), stacks.build(), 0, 60);
  }

  private static Profile sampled(
      CallTree calls, CallTree stacks, long truncated, long periodNanos) {
    ThreadProfile whole = thread(1, calls, stacks);
    Profile full =
        Profiles.of(
            METHODS,
            new ThreadProfile(
                whole.id(),
                whole.name(),
                false,
                false,
                30,
                whole.tree(),
                new CpuSamples(
                    "",
                    CpuSamples.CPU_TIME,
                    periodNanos,
                    CpuSamples.UNKNOWN,
                    stacks.samplesSum(),
                    2,
                    5,
                    truncated,
                    stacks)));
    return Profiles.with(
        Map.of("mode", "sampled"),
        Profiles.with(new Metric("cpu", "ns", "CLOCK_THREAD_CPUTIME_ID"), full));
  }

  /** A run like this one, in which all methods had readings, by which samples tell the same. */
  static Profile timed(Profile limited, long selfOfRun, long waiting, long selfOfStore) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int run = tree.add(0, RUN);
    tree.calls(0, 1).calls(run, 1).self(run, selfOfRun).waiting(run, waiting);
    int get = tree.add(run, GET);
    tree.calls(get, 2).self(get, 300);
    int store = tree.add(get, STORE);
    tree.calls(store, 4).self(store, selfOfStore);
    int step = tree.add(run, STEP);
    tree.calls(step, 10).self(step, 100);
    int put = tree.add(step, PUT);
    tree.calls(put, 5).self(put, 200);
    CallTreeBuilder stacks = new CallTreeBuilder();
    CallTree sampled = samples();
    stacks.samples(0, sampled.samples(0));
    for (int node = 1; node < sampled.size(); node++) {
      int copy = stacks.add(sampled.parent(node), sampled.method(node));
      stacks.samples(copy, sampled.samples(node));
    }
    ThreadProfile thread = limited.threads().get(0);
    CpuSamples samples = Objects.requireNonNull(thread.cpuSamples()).withTree(stacks.build());
    return limited.with(
        METHODS.stream().map(m -> Profiles.method(m.className(), m.name())).toList(),
        List.of(thread.with(tree.build(), samples)));
  }

  static CallTree calls(long self, long waiting) {
    return calls(self, waiting, 0);
  }

  private static CallTree calls(long self, long waiting, long overhead) {
    CallTreeBuilder tree = new CallTreeBuilder();
    addCalls(tree, self, waiting, overhead);
    return tree.build();
  }

  /** The node of {@code store}. */
  private static int addCalls(CallTreeBuilder tree, long self, long waiting, long overhead) {
    int run = tree.add(0, RUN);
    tree.calls(0, 1).calls(run, 1).self(run, self).waiting(run, waiting).overhead(run, overhead);
    int step = tree.add(run, STEP);
    tree.calls(step, 10);
    int store = tree.add(run, STORE);
    tree.calls(store, 4).self(store, 500);
    return store;
  }

  /** The same, with three samples in a counted method that {@code run} has no node of. */
  static Profile withoutANode(boolean isBeyondMaxnodes) {
    CallTreeBuilder calls = new CallTreeBuilder();
    addCalls(calls, 1_300, 0, 0);
    if (isBeyondMaxnodes) {
      int beyond = calls.add(0, BEYOND);
      calls.calls(calls.add(beyond, LOST), 1);
    }
    CallTreeBuilder stacks = new CallTreeBuilder();
    int run = addSamples(stacks);
    int lost = stacks.add(run, LOST);
    stacks.tier(lost, SampledTier.COUNTED).samples(lost, 1);
    int get = stacks.add(lost, GET);
    stacks.tier(get, SampledTier.MERGED).samples(get, 2);
    return Profiles.of(METHODS, thread(1, calls.build(), stacks.build()));
  }

  static CallTree samples() {
    CallTreeBuilder tree = new CallTreeBuilder();
    addSamples(tree);
    return tree.build();
  }

  /** The node of {@code run}. */
  private static int addSamples(CallTreeBuilder tree) {
    int run = tree.add(0, RUN);
    tree.samples(run, 4);
    int get = tree.add(run, GET);
    tree.tier(get, SampledTier.MERGED).samples(get, 2);
    tree.samples(tree.add(get, JDK), 1);
    tree.samples(tree.add(get, STORE), 7);
    int step = tree.add(run, STEP);
    tree.tier(step, SampledTier.COUNTED).samples(step, 1);
    int put = tree.add(step, PUT);
    tree.tier(put, SampledTier.MERGED).samples(put, 2);
    tree.samples(tree.add(run, PROBE), 3);
    return run;
  }

  static ThreadProfile thread(long id, CallTree calls, CallTree samples) {
    return new ThreadProfile(
        id,
        "worker-" + id,
        false,
        false,
        30,
        calls,
        Profiles.samples(10_000_000, samples.samplesSum(), 2, 5, samples));
  }
}
