package dev.tare.report;

import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Interruptions;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Profiles that the tests use. */
public final class Profiles {
  private Profiles() {}

  /** Two threads; {@code recur} calls itself, directly and through {@code leaf}. */
  public static Profile small() {
    CallTreeBuilder main = new CallTreeBuilder();
    main.self(0, 500).overhead(0, 10);
    int recur = main.add(0, 0);
    main.calls(recur, 1).self(recur, 1000).overhead(recur, 100);
    int again = main.add(recur, 0);
    main.calls(again, 5).self(again, 200).overhead(again, 20);
    int leaf = main.add(again, 1);
    main.calls(leaf, 50).self(leaf, 4000).overhead(leaf, 400);
    int third = main.add(leaf, 0);
    main.calls(third, 2).self(third, -30).overhead(third, 40);
    int other = main.add(0, 1);
    main.calls(other, 3).self(other, 30).overhead(other, 3).exceptions(other, 1);
    CallTreeBuilder worker = new CallTreeBuilder();
    int work = worker.add(0, 1);
    worker.calls(work, 7).self(work, 800).overhead(work, 80);
    return of(
        List.of(method("com.acme.Order", "recur"), method("com.acme.Order", "leaf")),
        thread(1, "main", main.build()),
        thread(12, "worker-1", worker.build()));
  }

  /** {@code leaf} is called 5 times, from {@code rec} three deep; in ns. */
  public static Profile calledInRecursion(long selfOfLeaf) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = 0;
    for (int method : new int[] {0, 1, 1, 1, 2}) {
      node = tree.add(node, method);
      tree.calls(node, 1).self(node, 1);
    }
    tree.calls(node, 5).self(node, selfOfLeaf);
    return of(
        List.of(method("A", "main"), method("A", "rec"), method("A", "leaf")),
        thread(1, "main", tree.build()));
  }

  /** One thread, whose only call began before the profile's window. */
  public static Profile carried() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int work = tree.add(0, 0);
    tree.carried(work, 1).self(work, 600);
    return of(List.of(method("com.acme.Order", "<init>")), thread(1, "main", tree.build()));
  }

  /** One thread, whose only method was counted and not timed. */
  public static Profile counted() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int size = tree.add(0, 0);
    tree.calls(size, 70).self(size, 100);
    return of(
        List.of(method("com.acme.Order", "size", MethodInfo.COUNTED)),
        thread(1, "main", tree.build()));
  }

  /** One thread, one of whose calls has no context. */
  public static Profile beyondMaxnodes() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int work = tree.add(0, 0);
    tree.calls(work, 3).self(work, 600);
    int beyond = tree.add(tree.add(0, 1), 0);
    tree.calls(beyond, 1).cut(beyond, 1).self(beyond, 30);
    return of(
        List.of(method("com.acme.Order", "<init>"), MethodInfo.BEYOND_MAXNODES),
        thread(1, "main", tree.build()));
  }

  /** One thread, in whose only method a collection and another thread's turn fell. */
  public static Profile interrupted() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int work = tree.add(0, 0);
    tree.calls(work, 3).self(work, 600);
    return of(
        List.of(method("com.acme.Order", "<init>")),
        new ThreadProfile(
            1, "main", false, true, 2, new Interruptions(50, 20), tree.build(), null));
  }

  public static Profile of(List<MethodInfo> methods, ThreadProfile... threads) {
    return new Profile(
        new ProfilerInfo("Tare", "9.8.7"),
        new RunInfo(
            Instant.parse("2026-11-21T05:00:00.123Z"),
            1_234_567_890,
            4242,
            "com.acme.Main 10",
            "build-7",
            "Linux 6.1 amd64",
            "AMD EPYC",
            2,
            new RunInfo.Jvm("Eclipse Adoptium", "OpenJDK 64-Bit Server VM", "25.0.1+8")),
        Map.of("mode", "full"),
        new Metric(
            "time", "ns", "System.nanoTime", "instructions", "instructions: not here", false),
        methods,
        Arrays.asList(threads),
        new CalibrationTable("runtime", 653, List.of()),
        List.of(new SkippedMethod("com.acme.Huge", "parse", "()V", "method too large")),
        new Limits(9));
  }

  /** A profile whose {@code include} matched nothing. */
  public static Profile missed(String include, String matched) {
    Profile nothing = of(List.of(), thread(1, "main", new CallTreeBuilder().build()));
    return with(
        Map.of("mode", "full", "include", include),
        with(new Limits(0, Limits.Folded.NOTHING, matched), nothing));
  }

  /** The profile, as if its values were of another metric. */
  public static Profile with(Metric metric, Profile known) {
    return with(known, known.run(), known.settings(), metric, known.calibration(), known.limits());
  }

  /** The profile, as if these had been its settings. */
  public static Profile with(Map<String, String> settings, Profile known) {
    return with(known, known.run(), settings, known.metric(), known.calibration(), known.limits());
  }

  /** The profile, as if its overhead had been found in this way. */
  public static Profile with(CalibrationTable calibration, Profile known) {
    return with(known, known.run(), known.settings(), known.metric(), calibration, known.limits());
  }

  /** The profile, as if this were not shown. */
  public static Profile with(Limits limits, Profile known) {
    return with(known, known.run(), known.settings(), known.metric(), known.calibration(), limits);
  }

  /** The profile, as if it were of this run. */
  public static Profile with(RunInfo run, Profile known) {
    return with(known, run, known.settings(), known.metric(), known.calibration(), known.limits());
  }

  private static Profile with(
      Profile profile,
      RunInfo run,
      Map<String, String> settings,
      Metric metric,
      CalibrationTable calibration,
      Limits limits) {
    return new Profile(
        profile.profiler(),
        run,
        settings,
        metric,
        profile.methods(),
        profile.threads(),
        calibration,
        profile.skipped(),
        limits);
  }

  /** The profile, as if it were one of sampled mode. */
  public static Profile sampled(Profile full) {
    return ofMode("sampled", full);
  }

  /** The profile, as if it were one of this mode. */
  public static Profile ofMode(String mode, Profile full) {
    Map<String, String> settings = new TreeMap<>(full.settings());
    settings.put("mode", mode);
    return with(settings, full);
  }

  /** The profile, as if it were known in which part of its values threads waited. */
  public static Profile withWaiting(Profile profile) {
    Metric metric = profile.metric();
    return with(
        new Metric(
            metric.name(),
            metric.unit(),
            metric.source(),
            metric.requested(),
            metric.fallback(),
            true),
        profile);
  }

  public static MethodInfo method(String className, String name) {
    return method(className, name, MethodInfo.TIMED);
  }

  /** A method of which this was recorded. */
  public static MethodInfo method(String className, String name, String tier) {
    return new MethodInfo(className, name, "()V", "Order.java", 7, tier, "");
  }

  /** Samples of CPU time of which no more is known. */
  public static CpuSamples samples(
      long periodNanos, long taken, long failed, long lost, CallTree tree) {
    return new CpuSamples(
        "", CpuSamples.CPU_TIME, periodNanos, CpuSamples.UNKNOWN, taken, failed, lost, 0, tree);
  }

  /** The profile, and as many virtual threads of one name; 0: nobody knows how many. */
  public static Profile withVirtual(Profile profile, long count) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int work = tree.add(0, 0);
    tree.calls(work, 1).self(work, 100);
    ThreadProfile ended = new ThreadProfile(77, "", true, false, 2, tree.build(), null);
    List<ThreadProfile> threads = new ArrayList<>(profile.threads());
    threads.add(
        new ThreadProfile(
            ended.id(),
            ended.name(),
            true,
            false,
            ended.events(),
            ended.interruptions(),
            ended.sums(),
            ended.tree(),
            null,
            count));
    return profile.withThreads(threads);
  }

  public static ThreadProfile thread(long id, String name, CallTree tree) {
    return new ThreadProfile(id, name, false, true, 2, tree, null);
  }
}
