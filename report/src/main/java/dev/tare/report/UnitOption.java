package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.report.text.Printable;
import dev.tare.report.text.ValueFormat;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** In which unit numbers are printed. */
final class UnitOption {
  private static final String AUTO = "auto";
  private static final String EXACT = "exact";

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      defaultValue = AUTO,
      description =
          "auto: three digits and a unit (default); exact, or the metric's own unit, such as ns: all digits in that unit, as export always writes them.")
  private String unit = AUTO;

  /** How values of this profile are shown. */
  ValueFormat values(Profile profile) {
    String own = profile.metric().unit();
    if (!unit.equals(AUTO) && !unit.equals(EXACT) && !unit.equals(own)) {
      throw new ParameterException(
          spec.commandLine(),
          "--unit must be auto, exact or " + Printable.text(own) + ", not " + unit);
    }
    return unit.equals(AUTO) ? ValueFormat.human(own) : ValueFormat.exact(own);
  }
}
