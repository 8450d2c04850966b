package dev.tare.report.gate;

import java.util.Arrays;

/** How values have to lie to their bounds. */
enum Relation {
  AT_MOST("<="),
  LESS("<"),
  AT_LEAST(">="),
  MORE(">"),
  EQUAL("==");

  final String sign;

  Relation(String sign) {
    this.sign = sign;
  }

  /**
   * Whether the relation is broken whichever run of the one side is compared with whichever of the
   * other. Of one run a side it is simply broken; several that vary must be apart.
   *
   * @param values one of each run
   * @param bounds one of each run of the other side
   * @param uncertainty by how much a value and a bound may be wrong together
   */
  boolean isBroken(double[] values, double[] bounds, double uncertainty) {
    double least = Arrays.stream(values).min().orElse(0);
    double greatest = Arrays.stream(values).max().orElse(0);
    double leastBound = Arrays.stream(bounds).min().orElse(0);
    double greatestBound = Arrays.stream(bounds).max().orElse(0);
    return switch (this) {
      case AT_MOST -> least - uncertainty > greatestBound;
      case LESS -> least - uncertainty >= greatestBound;
      case AT_LEAST -> greatest + uncertainty < leastBound;
      case MORE -> greatest + uncertainty <= leastBound;
      case EQUAL -> least > greatestBound || greatest < leastBound;
    };
  }
}
