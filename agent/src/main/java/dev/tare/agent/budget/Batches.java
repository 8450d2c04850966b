package dev.tare.agent.budget;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Changes tiers by whole classes, a limited number at once, where that is worth its cost. */
final class Batches {
  /**
   * What weaving a class again costs the program at most: its methods are interpreted until they
   * are compiled again. H2 on two processors, docs/results.
   */
  private static final double MAX_CLASS_NANOS = 45_000_000;

  /** A class costs this from this CPU time on: before, less compiled code can be lost. */
  private static final double COMPILED_NANOS = 15e9;

  /** Retransformations of one batch, at most. */
  private static final int MAX_PARTS = 4;

  private final ProgramView view;
  private final TierSwitch tierSwitch;
  private final Set<String> refused = new HashSet<>();
  private int count;
  private double spentNanos;

  Batches(ProgramView view, TierSwitch tierSwitch) {
    this.view = view;
    this.tierSwitch = tierSwitch;
  }

  int count() {
    return count;
  }

  /** What it costs to weave a class again after so much CPU time. */
  static double classNanos(double ageNanos) {
    double compiled = Math.min(1, ageNanos / COMPILED_NANOS);
    return MAX_CLASS_NANOS * compiled * compiled;
  }

  /** What all batches so far cost the program, in nanoseconds of CPU time. */
  double spentNanos() {
    return spentNanos;
  }

  /** Whether the method's class could not be woven again. */
  boolean refuses(int method) {
    return !refused.isEmpty() && refused.contains(view.traits(method).className());
  }

  /** Changes of one class, and how much less its probes cost then. */
  private record OfClass(Map<Integer, Tier> tiers, double saved) {}

  /**
   * Changes that take probes away, dearest classes first: those that save more than they cost.
   *
   * @param nanosOfCost nanoseconds in the time to come for a unit of the choice's cost
   * @param classNanos what it costs to weave a class again
   * @return parts that each are one retransformation; empty where no change is worth it
   */
  List<Map<Integer, Tier>> taking(
      TierChoice choice, Tier[] tiers, double nanosOfCost, double classNanos) {
    return parts(
        changes(choice, tiers).stream()
            .filter(changed -> changed.saved * nanosOfCost > classNanos)
            .sorted(Comparator.comparingDouble(changed -> -changed.saved))
            .limit(MAX_PARTS * TierSwitch.MAX_CLASSES));
  }

  /**
   * Changes that give probes back, classes with most such methods first.
   *
   * @param classes how many classes may be woven again
   * @return as in {@link #taking}
   */
  List<Map<Integer, Tier>> giving(TierChoice choice, Tier[] tiers, long classes) {
    return parts(
        changes(choice, tiers).stream()
            .sorted(Comparator.comparingInt(changed -> -changed.tiers.size()))
            .limit(Math.max(0, classes)));
  }

  private Collection<OfClass> changes(TierChoice choice, Tier[] tiers) {
    Map<String, OfClass> classes = new HashMap<>();
    for (int method = 0; method < tiers.length; method++) {
      Tier old = view.tier(method);
      if (tiers[method] != old) {
        Map<Integer, Tier> changes = new HashMap<>();
        changes.put(method, tiers[method]);
        classes.merge(
            view.traits(method).className(),
            new OfClass(changes, choice.cost(method, old) - choice.cost(method, tiers[method])),
            Batches::both);
      }
    }
    return classes.values();
  }

  private static List<Map<Integer, Tier>> parts(Stream<OfClass> chosen) {
    List<Map<Integer, Tier>> parts = new ArrayList<>();
    int classes = 0;
    for (OfClass changed : (Iterable<OfClass>) chosen::iterator) {
      if (classes % TierSwitch.MAX_CLASSES == 0) {
        parts.add(new HashMap<>());
      }
      parts.get(parts.size() - 1).putAll(changed.tiers);
      classes++;
    }
    return parts;
  }

  private static OfClass both(OfClass first, OfClass second) {
    first.tiers.putAll(second.tiers);
    return new OfClass(first.tiers, first.saved + second.saved);
  }

  /**
   * Makes the changes, and returns those that were made.
   *
   * @param classNanos as in {@link #taking}
   */
  Map<Integer, Tier> apply(List<Map<Integer, Tier>> parts, double classNanos) {
    count++;
    Map<Integer, Tier> done = new HashMap<>();
    for (Map<Integer, Tier> part : parts) {
      TierSwitch.Outcome outcome = tierSwitch.apply(part);
      spentNanos += outcome.classes() * classNanos;
      refused.addAll(outcome.refused());
      done.putAll(part);
    }
    done.keySet().removeIf(method -> refused.contains(view.traits(method).className()));
    return done;
  }
}
