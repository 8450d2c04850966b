package dev.tare.report.text;

import dev.tare.profile.CallsKind;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.view.ThreadPools;
import dev.tare.report.view.ThreadPools.Pool;
import java.io.PrintWriter;
import java.util.List;

/** What each thread did; those whose names differ in numbers alone are one row. */
final class TextThreads {
  private final Profile profile;
  private final ValueFormat values;
  private final ReportOptions options;
  private final List<Pool> pools;

  /** Of these threads, whose values are as they are in the file. */
  TextThreads(Profile profile, List<ThreadProfile> threads, ReportOptions options) {
    this.profile = profile;
    this.options = options;
    values = options.values();
    pools = ThreadPools.of(threads);
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
                values.heading(Printable.text(profile.metric().name())),
                "calls");
    if (isTime && hasWaiting) {
      table.leaveOut(6, 5, 1, 7, 4);
    } else {
      table.leaveOut(1, 3);
    }
    CallsKind known = profile.threadsCallsKind();
    for (Pool pool : pools.subList(0, Math.min(top, pools.size()))) {
      String name = pool.name().isEmpty() ? "(unnamed)" : Printable.text(pool.name());
      String count = Numbers.formatInt(pool.threads());
      String calls = values.calls(pool.calls(), known);
      if (isTime && hasWaiting) {
        table.row(
            name,
            count,
            values.value(pool.wall()),
            values.value(pool.running()),
            values.value(pool.waiting()),
            values.value(pool.interruptions().switchedOutNanos()),
            values.value(pool.interruptions().collectedNanos()),
            calls);
      } else {
        table.row(name, count, values.value(pool.wall()), calls);
      }
    }
    table.print(out);
    if (pools.size() > top) {
      out.println(Numbers.count(pools.size() - top, "more row", "more rows") + " (--top)");
    }
    if (known != CallsKind.EXACT) {
      out.println(ValueFormat.callsLegend(known));
    }
  }
}
