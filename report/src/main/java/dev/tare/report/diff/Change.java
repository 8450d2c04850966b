package dev.tare.report.diff;

import dev.tare.report.analysis.Uncertainty;
import java.util.Comparator;
import java.util.OptionalDouble;

/**
 * What one method, or one path, was in two profiles.
 *
 * @param subject index of the method, or node of the path
 * @param callsBefore times it was called
 * @param callsAfter the same, after
 * @param selfBefore the metric in itself
 * @param selfAfter the same, after
 * @param wrongBefore by how much its self value may be wrong by the overhead that was subtracted
 * @param wrongAfter the same, after
 */
record Change(
    int subject,
    long callsBefore,
    long callsAfter,
    long selfBefore,
    long selfAfter,
    double wrongBefore,
    double wrongAfter) {

  /** Whether anything was called at all, or has a value. */
  boolean isAny() {
    return callsBefore != 0 || callsAfter != 0 || selfBefore != 0 || selfAfter != 0;
  }

  /** Whether what was before cannot be told from nothing. */
  boolean isBelowBefore() {
    return Uncertainty.isBelow(selfBefore, wrongBefore);
  }

  /** Whether what is after cannot be told from nothing. */
  boolean isBelowAfter() {
    return Uncertainty.isBelow(selfAfter, wrongAfter);
  }

  /** A value below 0 is wrong by so much at least. */
  private double errorBefore() {
    return Math.max(wrongBefore, -(double) selfBefore);
  }

  private double errorAfter() {
    return Math.max(wrongAfter, -(double) selfAfter);
  }

  /** Values in all, or each call's. */
  enum Measure {
    TOTAL {
      @Override
      double before(Change change) {
        return change.selfBefore;
      }

      @Override
      double after(Change change) {
        return change.selfAfter;
      }

      @Override
      double weight(Change change) {
        return 1;
      }

      @Override
      double uncertainty(Change change) {
        return Math.hypot(change.errorBefore(), change.errorAfter());
      }
    },
    PER_CALL {
      @Override
      double before(Change change) {
        return change.callsBefore == 0 ? 0 : (double) change.selfBefore / change.callsBefore;
      }

      @Override
      double after(Change change) {
        return change.callsAfter == 0 ? 0 : (double) change.selfAfter / change.callsAfter;
      }

      @Override
      double weight(Change change) {
        return Math.max(change.callsBefore, change.callsAfter);
      }

      @Override
      double uncertainty(Change change) {
        double before = change.callsBefore == 0 ? 0 : change.errorBefore() / change.callsBefore;
        double after = change.callsAfter == 0 ? 0 : change.errorAfter() / change.callsAfter;
        return Math.hypot(before, after);
      }
    };

    abstract double before(Change change);

    abstract double after(Change change);

    /**
     * How many times a call's change counts, so that a rare method's does not stand before a hot
     * one's.
     */
    abstract double weight(Change change);

    /** By how much the difference may be wrong by the overhead alone. */
    abstract double uncertainty(Change change);

    double difference(Change change) {
      return after(change) - before(change);
    }

    /**
     * The difference as a part of what was before; empty where that was nothing, or less. No value
     * falls by more than all of it: what is below 0 after is an error.
     */
    OptionalDouble relative(Change change) {
      return before(change) <= 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(Math.max(0, after(change)) / before(change) - 1);
    }

    /** Whether there is a difference, of no more than what may be wrong with it. */
    boolean isUncertain(Change change) {
      double aboveZero = Math.max(0, after(change)) - Math.max(0, before(change));
      return difference(change) != 0 && Math.abs(aboveZero) <= uncertainty(change);
    }

    /** The greatest change first. */
    Comparator<Change> greatestFirst() {
      return Comparator.comparingDouble(
              (Change change) -> -Math.abs(difference(change)) * weight(change))
          .thenComparingInt(Change::subject);
    }
  }
}
