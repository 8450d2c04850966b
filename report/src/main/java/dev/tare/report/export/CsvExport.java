package dev.tare.report.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Comma-separated values (RFC 4180): a line for each thread and method, methods by falling self. A
 * total counts recursion once.
 */
final class CsvExport {
  private CsvExport() {}

  static ClampedValues write(Profile profile, Uncertainty uncertainty, OutputStream out)
      throws IOException {
    CsvRecords.write(out, csv -> writeMethods(profile, uncertainty, csv));
    return ClampedValues.NONE;
  }

  private static void writeMethods(Profile profile, Uncertainty uncertainty, CsvWriter csv) {
    String unit = profile.metric().unit();
    csv.writeRecord(
        "thread_id",
        "thread",
        "class",
        "method",
        "descriptor",
        "file",
        "line",
        "calls",
        "exceptions",
        "open",
        "self_" + unit,
        "total_" + unit,
        "overhead_" + unit,
        "tier",
        "calls_kind",
        "self_divided_" + unit,
        "self_low_" + unit,
        "self_high_" + unit,
        "self_systematic_" + unit,
        "self_statistical_" + unit);
    for (ThreadProfile thread : profile.threads()) {
      MethodTotals totals = MethodTotals.ofNodes(profile, List.of(thread));
      long[][] ends = ends(thread.tree(), profile.methods().size());
      for (int index : totals.bySelf()) {
        MethodInfo method = profile.methods().get(index);
        csv.writeRecord(
            Long.toString(thread.id()),
            thread.name(),
            method.className(),
            method.name(),
            method.descriptor(),
            method.file() == null ? "" : method.file(),
            method.line() == 0 ? "" : Integer.toString(method.line()),
            Long.toString(totals.calls(index)),
            Long.toString(ends[0][index]),
            Long.toString(ends[1][index]),
            Long.toString(totals.self(index)),
            Long.toString(totals.total(index)),
            Long.toString(totals.overhead(index)),
            method.tier(),
            totals.callsKind(index, method).key(),
            Long.toString(totals.divided(index)),
            Long.toString(totals.selfLow(index)),
            Long.toString(totals.selfHigh(index)),
            Long.toString(Math.round(uncertainty.systematic(index, totals.overhead(index)))),
            Long.toString(Math.round(uncertainty.statistical(index, totals))));
      }
    }
  }

  /** How many calls of each method were left by an exception, and how many not at all. */
  private static long[][] ends(CallTree tree, int methods) {
    long[][] ends = new long[2][methods];
    for (int node = 1; node < tree.size(); node++) {
      ends[0][tree.method(node)] += tree.exceptions(node);
      ends[1][tree.method(node)] += tree.open(node);
    }
    return ends;
  }
}
