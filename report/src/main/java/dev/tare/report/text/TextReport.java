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

  /** A report of these threads of the profile. */
  public TextReport(Profile profile, List<ThreadProfile> threads) {
    this.profile = profile;
    this.threads = threads;
  }

  /**
   * Prints it.
   *
   * @param top so many methods at most
   * @param trees whether each thread's call tree follows
   */
  public void print(PrintWriter out, int top, boolean trees) {
    Heading.of(profile, threads).print(out);
    out.println();
    new TextMethods(profile, threads).print(out, top);
    if (trees) {
      MethodNames names = new MethodNames(profile.methods());
      for (ThreadProfile thread : threads) {
        new TextTree(profile, thread, names).print(out);
      }
    }
  }
}
