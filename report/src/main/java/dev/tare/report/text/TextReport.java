package dev.tare.report.text;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.SampleAccount;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.sum.SampleProfile;
import dev.tare.report.view.ProfileView;
import java.io.PrintWriter;
import java.util.List;

/**
 * A profile as text: the heading, the hottest methods, and the call trees where they are asked for.
 */
public final class TextReport {
  private final Profile inFile;
  private final Profile seen;
  private final ReportOptions options;

  /**
   * A report.
   *
   * @param inFile the chosen threads, with values as they are in the file
   * @param seen the same, as it was asked for
   */
  public TextReport(Profile inFile, Profile seen, ReportOptions options) {
    this.inFile = inFile;
    this.seen = seen;
    this.options = options;
  }

  /** Prints the heading and an empty line. */
  public void printHeading(PrintWriter out, Profile all) {
    ReportHeader.of(inFile, seen, all.threads()).print(out, options.style());
    out.println();
  }

  /** Prints the methods, so many at most. */
  public void printMethods(PrintWriter out, int top) {
    long missing = SampleProfile.isOfSamples(seen) ? missingSamples(inFile.threads()) : 0;
    // As the heading's line "trust" says it: without waiting, these values would tell otherwise.
    boolean samplesLead = DividedProfile.isToldBySamples(inFile, inFile.threads());
    new TextMethods(seen, seen.threads(), missing, samplesLead, options).print(out, top);
  }

  /** Prints what to do next, where there is reason. */
  public void printNextSteps(PrintWriter out) {
    for (String step : NextSteps.of(inFile, inFile.threads())) {
      out.println(options.style().strong("next") + "  " + Printable.text(step));
    }
  }

  /** Prints the threads, so many at most. */
  public void printThreads(PrintWriter out, int top) {
    new TextThreads(inFile, inFile.threads(), options).print(out, top);
  }

  /**
   * Prints each thread's call tree.
   *
   * @param trees what was asked for, as trees
   * @param isUpwards whether children are callers
   */
  public void printTrees(PrintWriter out, Profile trees, TreeLimits limits, boolean isUpwards) {
    MethodNames names = new MethodNames(trees.methods());
    for (ThreadProfile thread : trees.threads()) {
      long missing =
          !SampleProfile.isOfSamples(trees)
              ? 0
              : missingSamples(
                  thread.id() == ProfileView.ALL_THREADS ? inFile.threads() : List.of(thread));
      new TextTree(thread, missing, names, limits, options, isUpwards).print(out);
    }
  }

  private static long missingSamples(List<ThreadProfile> threads) {
    return SampleAccount.of(threads).missing();
  }
}
