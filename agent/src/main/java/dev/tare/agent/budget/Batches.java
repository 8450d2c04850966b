package dev.tare.agent.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Changes of tiers by whole classes, at most so many at once, and only where they are worth it. */
final class Batches {
  /** What weaving a class again costs, compiling its methods again included, until it is known. */
  private static final double FIRST_CLASS_NANOS = 1_000_000;

  /** What a change saves must be so many times what it costs. */
  private static final double WORTH = 2;

  /** Retransformations of one batch, at most. */
  private static final int MAX_PARTS = 4;

  private final ProgramView view;
  private final TierSwitch tierSwitch;
  private final Set<String> refused = new HashSet<>();
  private int count;
  private long nanos;

  Batches(ProgramView view, TierSwitch tierSwitch) {
    this.view = view;
    this.tierSwitch = tierSwitch;
  }

  int count() {
    return count;
  }

  long nanos() {
    return nanos;
  }

  /** Whether the method's class could not be woven again. */
  boolean refuses(MethodTraits method) {
    return refused.contains(method.className());
  }

  /** Changes of one class. */
  private record OfClass(Map<Integer, Tier> tiers, double difference) {}

  /**
   * The changes to make, dearest classes first, in parts that each are one retransformation; empty
   * where none is worth it.
   *
   * @param nanosOfCost nanoseconds in the last stretch for one of the choice's cost
   * @param stretches how many such stretches are expected to come
   */
  List<Map<Integer, Tier>> plan(
      TierChoice choice, Tier[] tiers, double nanosOfCost, double stretches) {
    Map<String, OfClass> classes = new HashMap<>();
    for (int method = 0; method < tiers.length; method++) {
      Tier old = view.tier(method);
      String name = view.traits(method).className();
      if (tiers[method] != old) {
        Map<Integer, Tier> changes = new HashMap<>();
        changes.put(method, tiers[method]);
        classes.merge(
            name,
            new OfClass(changes, choice.cost(method, old) - choice.cost(method, tiers[method])),
            Batches::both);
      }
    }
    double least = WORTH * FIRST_CLASS_NANOS / nanosOfCost / stretches;
    List<OfClass> chosen =
        classes.values().stream()
            .filter(changed -> changed.difference <= 0 || changed.difference > least)
            .sorted(Comparator.comparingDouble(changed -> -Math.abs(changed.difference)))
            .limit(MAX_PARTS * TierSwitch.MAX_CLASSES)
            .toList();
    List<Map<Integer, Tier>> parts = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      if (i % TierSwitch.MAX_CLASSES == 0) {
        parts.add(new HashMap<>());
      }
      parts.get(parts.size() - 1).putAll(chosen.get(i).tiers);
    }
    return parts;
  }

  private static OfClass both(OfClass first, OfClass second) {
    first.tiers.putAll(second.tiers);
    return new OfClass(first.tiers, first.difference + second.difference);
  }

  /** Makes the changes, and returns those that were made. */
  Map<Integer, Tier> apply(List<Map<Integer, Tier>> parts) {
    count++;
    Map<Integer, Tier> done = new HashMap<>();
    for (Map<Integer, Tier> part : parts) {
      TierSwitch.Outcome outcome = tierSwitch.apply(part);
      nanos += outcome.nanos();
      refused.addAll(outcome.refused());
      done.putAll(part);
    }
    done.keySet().removeIf(method -> refused.contains(view.traits(method).className()));
    return done;
  }
}
