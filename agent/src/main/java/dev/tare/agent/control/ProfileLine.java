package dev.tare.agent.control;

import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.profile.BudgetUse;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the user is told of a profile that was written. */
final class ProfileLine {
  /** A system property that is set by {@code run} where it says itself what is where. */
  private static final String IS_TAKEN = "tare.profile.taken";

  private ProfileLine() {}

  /** The line about the last profile; as {@link #of}. */
  static String ofLast(
      Snapshot snapshot, Path file, boolean sampled, Optional<BudgetStatus> budget) {
    return Boolean.getBoolean(IS_TAKEN)
        ? content(snapshot, sampled, budget)
        : of(snapshot, file, sampled, budget);
  }

  /**
   * The line.
   *
   * @param sampled whether there are CPU-time samples
   * @param budget what is known of the overhead against it; empty where nothing is limited
   */
  static String of(Snapshot snapshot, Path file, boolean sampled, Optional<BudgetStatus> budget) {
    return "profile in " + file + ", " + content(snapshot, sampled, budget);
  }

  private static String content(Snapshot snapshot, boolean sampled, Optional<BudgetStatus> budget) {
    return NumberFormats.count(snapshot.events(), "probe", "probes")
        + (sampled ? ", " + NumberFormats.count(snapshot.samples(), "sample", "samples") : "")
        + overhead(snapshot)
        + budget.map(status -> ", " + budget(status, snapshot.run().budget())).orElse("")
        + limits(snapshot.limits().callsPastMaxnodes());
  }

  private static String budget(BudgetStatus status, @Nullable BudgetUse use) {
    String weaving =
        use != null && use.tellsWeaving()
            ? " without " + NumberFormats.rounded(use.weavingNanos() / 1e9, 2) + " s of weaving,"
            : "";
    return status.text(BudgetUses.overhead(use), weaving);
  }

  /** What the profiler itself took, as far as it was seen; of a slowdown it tells nothing. */
  private static String overhead(Snapshot snapshot) {
    if (snapshot.events() == 0) {
      return "";
    }
    if (!snapshot.subtractsOverhead()) {
      return ", no overhead subtracted";
    }
    long overhead = snapshot.overheadSum();
    long raw = snapshot.rawSum();
    String unit = snapshot.metric().unit();
    return ", overhead subtracted "
        + (unit.equals("ns")
            ? NumberFormats.rounded(overhead / 1e9, 2) + " s"
            : NumberFormats.grouped(overhead) + " " + unit)
        + (raw > 0
            ? " (" + NumberFormats.rounded(100.0 * overhead / raw, 1) + "% of the raw value)"
            : "");
  }

  /** What the profile lacks, why, and what would help. */
  private static String limits(long callsWithoutContext) {
    String calls = "";
    if (callsWithoutContext > 0) {
      calls =
          ", "
              + NumberFormats.count(callsWithoutContext, "call", "calls")
              + " counted without context, since "
              + (TreeMemory.wasFull()
                  ? "the heap was full"
                  : TreeMemory.wasRefused()
                      ? "call trees had taken a quarter of the heap"
                      : "a tree had maxnodes nodes")
              + ": "
              + (ThreadRecorder.foldsRecursion() ? "" : "recursion=fold or ")
              + "a narrower include would keep it";
    }
    return calls
        + (Recorders.threadWentWithout()
            ? ", the calls of some threads missing: the heap was full"
            : "");
  }
}
