package dev.tare.agent.budget;

import java.time.Instant;
import java.util.Set;

/** A program whose methods are all alike, and timed, and of which no samples are taken. */
abstract class AlikeMethods implements ProgramView {
  @Override
  public ProbeSamples samples(Instant from, Instant to, boolean isWarm) {
    return ProbeSamples.NONE;
  }

  @Override
  public Set<String> compiled() {
    return Set.of();
  }

  @Override
  public MethodTraits traits(int method) {
    return new MethodTraits("A", "m" + method, "()V", 1, 50, 90, false, false, false);
  }

  @Override
  public Tier tier(int method) {
    return Tier.TIMED;
  }
}
