package dev.tare.agent.budget;

import java.time.Instant;
import java.util.BitSet;

/** A program whose methods are all alike, and timed, and of which no samples are taken. */
abstract class AlikeMethods implements ProgramView {
  @Override
  public ProbeSamples samples(Instant from, Instant to, boolean isWarm) {
    return ProbeSamples.NONE;
  }

  @Override
  public BitSet compiled() {
    return new BitSet();
  }

  @Override
  public MethodTraits traits(int method) {
    return new MethodTraits("A", "m" + method, "()V", new CodeTraits(1, 50, false, false, false));
  }

  @Override
  public Tier tier(int method) {
    return Tier.TIMED;
  }
}
