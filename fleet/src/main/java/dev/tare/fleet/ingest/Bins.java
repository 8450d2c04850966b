package dev.tare.fleet.ingest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** Shares profiles out to tasks. */
final class Bins {
  /** A task of fewer spends its time on opening files, and its rows have less in common. */
  private static final int MIN_PROFILES = 16;

  private static final Comparator<Survey> ORDER =
      Comparator.comparingLong(
              (Survey survey) -> Objects.requireNonNull(survey.identity()).started())
          .thenComparing(Survey::id);

  private Bins() {}

  /**
   * Bins of one service and hour each. The same profiles always get the same bins and numbers.
   *
   * @param firstProfile number of the first
   * @param slots tasks that run beside each other
   */
  static List<Bin> of(List<Survey> profiles, long firstProfile, int most, int slots) {
    int even = (profiles.size() + 2 * slots - 1) / (2 * slots);
    int size = Math.max(1, Math.min(most, Math.max(MIN_PROFILES, even)));
    TreeMap<String, TreeMap<String, List<Survey>>> groups = new TreeMap<>();
    for (Survey survey : profiles) {
      Identity identity = Objects.requireNonNull(survey.identity());
      groups
          .computeIfAbsent(identity.service(), service -> new TreeMap<>())
          .computeIfAbsent(identity.hour(), hour -> new ArrayList<>())
          .add(survey);
    }
    List<Bin> bins = new ArrayList<>();
    long next = firstProfile;
    for (var service : groups.entrySet()) {
      for (var hour : service.getValue().entrySet()) {
        List<Survey> sorted = hour.getValue().stream().sorted(ORDER).toList();
        for (int from = 0; from < sorted.size(); from += size) {
          List<Survey> chosen =
              new ArrayList<>(sorted.subList(from, Math.min(from + size, sorted.size())));
          bins.add(new Bin(bins.size(), service.getKey(), hour.getKey(), next, chosen));
          next += chosen.size();
        }
      }
    }
    return bins;
  }
}
