package dev.tare.report.text;

import dev.tare.profile.Interruptions;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import dev.tare.report.view.ProfileView;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What each thread did; those whose names differ in numbers alone are one row. */
final class TextThreads {
  private final Profile profile;
  private final ValueFormat values;
  private final ReportOptions options;
  private final Map<String, Row> rows = new TreeMap<>();

  private static final class Row {
    private String name = "";
    private int threads;
    private long calls;
    private long raw;
    private long waiting;
    private Interruptions interruptions = Interruptions.NONE;

    long wall() {
      return raw + interruptions.nanos();
    }
  }

  /** Of these threads, whose values are as they are in the file. */
  TextThreads(Profile profile, List<ThreadProfile> threads, ReportOptions options) {
    this.profile = profile;
    this.options = options;
    values = options.values();
    for (ThreadProfile thread : threads) {
      Row row = rows.computeIfAbsent(ProfileView.pool(thread.name()), name -> new Row());
      ThreadSums sums = thread.sums();
      row.threads++;
      // One thread keeps its number.
      row.name = row.threads == 1 ? thread.name() : ProfileView.pool(thread.name());
      row.calls += sums.calls();
      row.raw += sums.self() + sums.overhead();
      row.waiting += sums.waiting();
      row.interruptions = row.interruptions.plus(thread.interruptions());
    }
  }

  void print(PrintWriter out, int top) {
    boolean isTime = profile.metric().isTime();
    boolean hasWaiting = profile.metric().waitingKnown();
    TextTable table =
        isTime
            ? hasWaiting
                ? new TextTable(
                    options.style(),
                    "thread",
                    "threads",
                    values.heading("wall"),
                    values.heading("CPU"),
                    values.heading("waiting"),
                    values.heading("no processor"),
                    values.heading("collections"),
                    "calls")
                : new TextTable(
                    options.style(), "thread", "threads", values.heading("wall"), "calls")
            : new TextTable(
                options.style(),
                "thread",
                "threads",
                values.heading(profile.metric().name()),
                "calls");
    List<Row> sorted =
        rows.values().stream()
            .sorted(Comparator.comparingLong((Row row) -> row.raw - row.waiting).reversed())
            .toList();
    for (Row row : sorted.subList(0, Math.min(top, sorted.size()))) {
      String name = Printable.text(row.name);
      String count = Numbers.formatInt(row.threads);
      String calls = values.count(row.calls);
      if (isTime && hasWaiting) {
        table.row(
            name,
            count,
            values.value(row.wall()),
            values.value(row.raw - row.waiting),
            values.value(row.waiting),
            values.value(row.interruptions.switchedOutNanos()),
            values.value(row.interruptions.collectedNanos()),
            calls);
      } else {
        table.row(name, count, values.value(row.wall()), calls);
      }
    }
    table.print(out);
    if (sorted.size() > top) {
      out.println(Numbers.count(sorted.size() - top, "more row", "more rows") + " (--top)");
    }
  }
}
