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

  /** Of fewer, the last to end would let the others wait for long. */
  private static final int BINS_A_SLOT = 8;

  /** Sums of fewer profiles of a JVM would make the table a third larger, or more. */
  private static final int MIN_SUMMED = 4;

  private static final Comparator<Survey> ORDER =
      Comparator.comparing(Bins::identity, Comparator.comparing(Identity::host))
          .thenComparing(Bins::identity, Comparator.comparingLong(Identity::pid))
          .thenComparing(Bins::identity, Comparator.comparing(Identity::version))
          .thenComparing(Bins::identity, Comparator.comparingLong(Identity::started))
          .thenComparing(survey -> survey.file().path());

  private Bins() {}

  /**
   * Bins of one service and hour each. The same profiles always get the same bins and numbers.
   *
   * @param firstProfile number of the first
   * @param slots tasks that run beside each other
   */
  static List<Bin> of(List<Survey> profiles, long firstProfile, int most, int slots) {
    int even = (profiles.size() - 1) / (BINS_A_SLOT * slots) + 1;
    int size = Math.max(1, Math.min(most, Math.max(MIN_PROFILES, even)));
    TreeMap<String, TreeMap<String, List<Survey>>> groups = new TreeMap<>();
    for (Survey survey : profiles) {
      Identity identity = identity(survey);
      groups
          .computeIfAbsent(identity.service(), service -> new TreeMap<>())
          .computeIfAbsent(identity.hour(), hour -> new ArrayList<>())
          .add(survey);
    }
    List<Bin> bins = new ArrayList<>();
    long next = firstProfile;
    for (var service : groups.entrySet()) {
      for (var hour : service.getValue().entrySet()) {
        List<List<Survey>> summed = new ArrayList<>();
        List<List<Survey>> alone = new ArrayList<>();
        for (List<Survey> jvm : byJvm(hour.getValue())) {
          (jvm.size() < MIN_SUMMED ? alone : summed).add(jvm);
        }
        for (boolean isSummed : new boolean[] {true, false}) {
          for (List<Survey> chosen : together(isSummed ? summed : alone, size)) {
            bins.add(new Bin(bins.size(), service.getKey(), hour.getKey(), next, chosen, isSummed));
            next += chosen.size();
          }
        }
      }
    }
    return bins;
  }

  /** Puts JVMs together until they have so many profiles; one is divided where it has more. */
  private static List<List<Survey>> together(List<List<Survey>> jvms, int size) {
    List<List<Survey>> together = new ArrayList<>();
    List<Survey> last = List.of();
    for (List<Survey> jvm : jvms) {
      for (int from = 0; from < jvm.size(); from += size) {
        List<Survey> part = jvm.subList(from, Math.min(from + size, jvm.size()));
        if (last.isEmpty() || last.size() >= size) {
          last = new ArrayList<>();
          together.add(last);
        }
        last.addAll(part);
      }
    }
    return together;
  }

  private static List<List<Survey>> byJvm(List<Survey> surveys) {
    List<List<Survey>> jvms = new ArrayList<>();
    for (Survey survey : surveys.stream().sorted(ORDER).toList()) {
      List<Survey> last = jvms.isEmpty() ? List.of() : jvms.get(jvms.size() - 1);
      if (last.isEmpty() || !last.get(0).isOfSameJvm(survey)) {
        last = new ArrayList<>();
        jvms.add(last);
      }
      last.add(survey);
    }
    return jvms;
  }

  private static Identity identity(Survey survey) {
    return Objects.requireNonNull(survey.identity());
  }
}
