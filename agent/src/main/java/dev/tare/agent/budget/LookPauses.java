package dev.tare.agent.budget;

/**
 * The pauses of a thread that looks at something again and again, so that its looks take a small
 * part of the time whatever each costs.
 *
 * @param leastNanos the shortest
 * @param share a look takes at most one part in so many of the time, unless the longest pause is
 *     too short for that
 * @param mostNanos the longest that a look's cost makes it
 */
public record LookPauses(long leastNanos, long share, long mostNanos) {

  /** The pause after a look that took so long. */
  public long after(long costNanos) {
    return Math.max(leastNanos, Math.min(share * costNanos, mostNanos));
  }
}
