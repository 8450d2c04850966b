package dev.tare.report.gate;

import java.util.List;

/**
 * What became of a rule.
 *
 * @param rule as it was written
 * @param methods how many methods it is about
 * @param passedOver how many of these were not compared, since they make up too little of all
 * @param broken the methods that break it, each with its values, in words
 */
public record Verdict(String rule, int methods, int passedOver, List<String> broken) {
  public Verdict {
    broken = List.copyOf(broken);
  }

  public boolean isKept() {
    return broken.isEmpty();
  }
}
