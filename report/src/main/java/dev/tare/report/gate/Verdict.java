package dev.tare.report.gate;

import java.util.List;
import java.util.Optional;

/**
 * What became of a rule.
 *
 * @param rule as it was written
 * @param methods how many methods it is about
 * @param passedOver how many of these were not compared, since they make up too little of all
 * @param broken the methods that break it, each with its values, in words
 * @param undecided why it cannot be decided by these profiles; empty where it was
 */
public record Verdict(
    String rule,
    int methods,
    int passedOver,
    List<String> broken,
    Optional<RuleException> undecided) {
  public Verdict {
    broken = List.copyOf(broken);
  }

  static Verdict undecided(Rule rule, RuleException why) {
    return new Verdict(rule.text(), 0, 0, List.of(), Optional.of(why));
  }

  public boolean isKept() {
    return broken.isEmpty() && undecided.isEmpty();
  }

  boolean isBroken() {
    return !broken.isEmpty();
  }

  /** What there is to say of a rule that is not kept, in lines. */
  List<String> reasons() {
    return undecided.map(why -> List.of(why.reason())).orElse(broken);
  }
}
