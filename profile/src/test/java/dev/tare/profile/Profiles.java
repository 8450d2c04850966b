package dev.tare.profile;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Profiles that the tests use. */
public final class Profiles {
  private Profiles() {}

  /** A profile in which every part of the format has a value. */
  public static Profile complete() {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(0, 1).self(0, 1200).overhead(0, 300);
    int total = tree.add(0, 0);
    tree.calls(total, 123)
        .exceptions(total, 2)
        .open(total, 1)
        .self(total, -456)
        .overhead(total, 78);
    int line = tree.add(total, 1);
    tree.calls(line, 1L << 62).self(line, Long.MIN_VALUE).cut(line, 9).carried(line, 3);
    int again = tree.add(0, 1);
    tree.calls(again, 4).self(again, 40);
    tree.callsKnown(again, CallsKind.BOUNDED, 2, 6);
    CallTreeBuilder samples = new CallTreeBuilder();
    samples.samples(samples.add(0, 0), 411);
    return profile(
        List.of(
            new MethodInfo("com.acme.Order", "total", "(I)J", "Order.java", 41),
            new MethodInfo(
                "com.acme.Order$Line", "<init>", "()V", null, 0, "counted", "order.jar")),
        List.of(
            new ThreadProfile(
                1,
                "main",
                false,
                true,
                246,
                new Interruptions(5000, 700),
                tree.build(),
                new CpuSamples(
                    "jdk.CPUTimeSample",
                    CpuSamples.CPU_TIME,
                    10_000_000,
                    8_150_000_000L,
                    812,
                    3,
                    1,
                    7,
                    samples.build())),
            merged(new ThreadProfile(77, "", true, false, 0, CallTree.empty(), null), 120_000)));
  }

  private static ThreadProfile merged(ThreadProfile of, long threads) {
    return new ThreadProfile(
        of.id(),
        of.name(),
        of.virtual(),
        of.alive(),
        of.events(),
        of.interruptions(),
        of.sums(),
        of.tree(),
        of.cpuSamples(),
        threads);
  }

  /** A profile of these methods and threads. */
  public static Profile profile(List<MethodInfo> methods, List<ThreadProfile> threads) {
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
            new RunInfo.Jvm("Eclipse Adoptium", "OpenJDK 64-Bit Server VM", "25.0.1+8"),
            List.of(),
            new BudgetUse(900, 600, 500, 700, 300, 200, true),
            Map.of(),
            ""),
        Map.of("mode", "full"),
        new Metric(
            "time", "ns", "System.nanoTime", "instructions", "instructions: not here", false),
        methods,
        threads,
        new CalibrationTable(
            "runtime",
            "trained",
            "cut",
            0.125,
            0.25,
            378,
            List.of(
                new CalibrationTable.Category("entry-exit", List.of("c2", "c2", "c1"), 123, 31))),
        List.of(new SkippedMethod("com.acme.Huge", "parse", "()V", "method too large")),
        new Limits(9, new Limits.Folded(3, 12, -5), "0 of 7 classes matched"));
  }

  /**
   * A tree of {@code nodes} nodes beside the root: chains of {@code depth} nodes, one after
   * another.
   */
  public static CallTree chains(int nodes, int depth, int methods) {
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < nodes; i++) {
      int node = tree.add(i % depth == 0 ? 0 : i, i % methods);
      tree.calls(node, 1L + i).self(node, i % 1000 - 1L).overhead(node, 3);
    }
    return tree.build();
  }
}
