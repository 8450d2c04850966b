package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.BudgetUse;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.text.NextSteps;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a report says to do next about an include and a budget. */
class NextStepsTest {
  private static List<String> steps(
      Map<String, String> settings, @Nullable BudgetUse use, String missedInclude) {
    Profile plain = Profiles.small();
    List<MethodInfo> methods = missedInclude.isEmpty() ? plain.methods() : List.of();
    List<ThreadProfile> threads = missedInclude.isEmpty() ? plain.threads() : List.of();
    Profile profile =
        Profiles.with(
            settings,
            Profiles.with(
                plain.run().withBudget(use),
                Profiles.with(
                    new Limits(0, Limits.Folded.NOTHING, missedInclude),
                    plain.with(methods, threads))));
    return NextSteps.of(profile, threads);
  }

  @Test
  void anIncludeThatMatchedNothingIsNamedWithWhatMayHaveBeenMeant() {
    assertEquals(
        List.of(
            "nothing matched include=com.acne.*: 0 of 412 classes matched; did you mean"
                + " com.acme.*?"),
        steps(
            Map.of("include", "com.acne.*"),
            null,
            "0 of 412 classes matched; did you mean com.acme.*?"));
  }

  @Test
  void recordingThatNeverBeganIsNoIncludeThatMatchesNothing() {
    assertEquals(
        "recording was off all the time", NextSteps.of(Profiles.of(List.of()), List.of()).get(0));
  }

  @Test
  void aProgramThatWasOverItsBudgetIsToBeRunAgain() {
    BudgetUse use = new BudgetUse(30_000_000_000L, 10_000_000_000L, 1, 1, 4_000_000_000L, 0, true);
    String over = "the program was over its budget of 10% for 4.00 s of its CPU time: ";
    assertEquals(
        List.of(over + "run it again, with what was measured this time"),
        steps(Map.of("budget", "10%"), use, ""));
    assertEquals(
        List.of(over + "with budgetlearn=auto the next run begins with what this one measured"),
        steps(Map.of("budget", "10%", "budgetlearn", "off"), use, ""));
  }

  @Test
  void aBudgetThatCannotBeKeptIsToBeGreater() {
    BudgetUse use = new BudgetUse(30_000, 10_000, 1, 1, 30_000, 0, false);
    assertEquals(
        List.of(
            "the program was over its budget of 1% for 30.0 us of its CPU time: fewer probes cannot"
                + " keep it: give a greater budget, or a narrower include"),
        steps(Map.of("budget", "1%"), use, ""));
  }

  @Test
  void aShortTimeOverTheBudgetIsNotWorthALine() {
    BudgetUse use = new BudgetUse(30_000, 29_000, 1, 1, 2_000, 0, true);
    assertEquals(List.of(), steps(Map.of("budget", "10%"), use, ""));
  }
}
