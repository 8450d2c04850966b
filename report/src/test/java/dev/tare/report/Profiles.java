package dev.tare.report;

import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.Lost;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Profiles that the tests use. */
public final class Profiles {
  private Profiles() {}

  /** Two threads; {@code recur} calls itself, directly and through {@code leaf}. */
  public static Profile small() {
    CallTree.Builder main = new CallTree.Builder();
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
    CallTree.Builder worker = new CallTree.Builder();
    int work = worker.add(0, 1);
    worker.calls(work, 7).self(work, 800).overhead(work, 80);
    return of(
        List.of(method("com.acme.Order", "recur"), method("com.acme.Order", "leaf")),
        thread(1, "main", main.build()),
        thread(12, "worker-1", worker.build()));
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
        new Metric("time", "ns", "System.nanoTime", "instructions", "instructions: not here"),
        methods,
        Arrays.asList(threads),
        new CalibrationTable("runtime", 653, List.of()),
        List.of(new SkippedMethod("com.acme.Huge", "parse", "()V", "method too large")),
        new Lost(9));
  }

  public static MethodInfo method(String className, String name) {
    return new MethodInfo(className, name, "()V", "Order.java", 7);
  }

  public static ThreadProfile thread(long id, String name, CallTree tree) {
    return new ThreadProfile(id, name, false, true, 2, tree, null);
  }
}
