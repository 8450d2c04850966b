package dev.tare.report.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.Profile;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.division.DividedProfiles;
import org.junit.jupiter.api.Test;

class SampleCheckTest {
  /** {@code run} has 1,000 of 1,500 ns and 10 of 17 samples, most of them in other methods. */
  private static final double IN_COMMON = 1 - (1_000 / 1_500. - 10 / 17.);

  private static double inCommon(Profile profile) {
    return SampleCheck.of(profile, profile.threads()).inCommon();
  }

  @Test
  void samplesInMethodsWithoutReadingsAreTheirCallers() {
    assertEquals(IN_COMMON, inCommon(DividedProfiles.known()), 1e-9);
  }

  @Test
  void dividedValuesAreComparedByMethod() {
    assertEquals(IN_COMMON, inCommon(DividedProfile.of(DividedProfiles.known())), 1e-9);
  }
}
