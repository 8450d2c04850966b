package dev.tare.report.text;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.check.SampleCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How far a profile's figures can be trusted, in a line. */
final class Trust {
  private Trust() {}

  static String of(Profile profile, List<ThreadProfile> threads) {
    List<String> parts = new ArrayList<>();
    boolean isEveryCallCounted =
        profile.methods().stream().noneMatch(method -> method.tier().equals(MethodInfo.MERGED));
    parts.add(isEveryCallCounted ? "calls are exact" : "calls are exact but where [merged] says");
    if (profile.settings().getOrDefault("mode", "").equals("sampled")) {
      parts.add(
          "self values are of one reading in "
              + profile.settings().getOrDefault("interval", "each period")
              + ", those of few readings are chance"
              + (profile.metric().waitingKnown()
                  ? ", and within one period work and waiting may stand at each other's methods"
                  : ""));
    }
    MethodTotals totals = MethodTotals.of(profile, threads);
    int[] methods = totals.bySelf();
    int below = 0;
    for (int method : methods) {
      long overhead = totals.overhead(method);
      if (overhead != 0 && totals.self(method) <= Uncertainty.of(overhead)) {
        below++;
      }
    }
    if (below > 0) {
      parts.add(
          Numbers.formatInt(below)
              + " of "
              + Numbers.count(methods.length, "method", "methods")
              + " are below what can be measured");
    }
    SampleCheck check = SampleCheck.of(profile, threads);
    if (check.hasBoth()) {
      parts.add(
          String.format(
              Locale.ROOT,
              "self values and samples are %.2f apart of 2, %.2f by chance alone",
              check.distance(),
              check.distanceByChance()));
    }
    return String.join("; ", parts);
  }
}
