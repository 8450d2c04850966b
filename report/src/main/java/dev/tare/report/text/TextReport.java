package dev.tare.report.text;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import java.io.PrintWriter;
import java.util.List;

/**
 * A profile as text: the heading, the hottest methods, and the call trees where they are asked for.
 */
public final class TextReport {
  private final Profile profile;
  private final List<ThreadProfile> threads;
  private final TextStyle style;

  /** A report of these threads of the profile. */
  public TextReport(Profile profile, List<ThreadProfile> threads, TextStyle style) {
    this.profile = profile;
    this.threads = threads;
    this.style = style;
  }

  /** Prints heading and methods, so many at most. */
  public void print(PrintWriter out, int top) {
    printHeading(out);
    new TextMethods(profile, threads, style).print(out, top);
  }

  /** Prints the heading alone, and an empty line. */
  public void printHeading(PrintWriter out) {
    ReportHeader.of(profile, threads).print(out, style);
    out.println();
  }

  /** Prints each thread's call tree. */
  public void printTrees(PrintWriter out, TreeLimits limits) {
    MethodNames names = new MethodNames(profile.methods());
    for (ThreadProfile thread : threads) {
      new TextTree(profile, thread, names, limits, style).print(out);
    }
  }
}
