package dev.tare.report.sum;

import dev.tare.profile.BudgetUse;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Adds up profiles, one after another, and holds no more than the sum. The order does not matter,
 * nor whether sums are added up again: the result is the same, byte for byte. What the profiles do
 * not agree on reads {@value #SEVERAL}.
 */
public final class ProfileSum {
  /** In place of what differs between the profiles. */
  public static final String SEVERAL = "(several)";

  private final MethodTable methods = new MethodTable();
  private final Map<ThreadKey, ThreadSum> threads = new TreeMap<>(ThreadKey.ORDER);
  private Map<String, String> settings = new TreeMap<>();
  private final Map<CategoryKey, CalibrationTable.Category> categories =
      new TreeMap<>(CategoryKey.ORDER);
  private final TreeSet<SkippedMethod> skipped =
      new TreeSet<>(
          Comparator.comparing(SkippedMethod::className)
              .thenComparing(SkippedMethod::name)
              .thenComparing(SkippedMethod::descriptor)
              .thenComparing(SkippedMethod::reason));
  private final Grouping grouping;
  private int profiles;
  private @Nullable RunInfo run;
  private @Nullable Metric metric;
  private CalibrationTable calibration = CalibrationTable.off();
  private long callsPastMaxnodes;
  private Limits.Folded folded = Limits.Folded.NOTHING;
  private String missedInclude = "";

  /** Which threads become one. */
  public enum Grouping {
    /**
     * Those whose names differ in numbers alone: {@code worker-1} and {@code worker-2} are {@code
     * worker-*}.
     */
    PATTERN,
    /** Those of the same name. */
    NAME,
    /** All. */
    ONE
  }

  public ProfileSum(Grouping grouping) {
    this.grouping = grouping;
  }

  /**
   * Adds a profile.
   *
   * @throws DifferentMetricException where its values cannot be added to those before; it is then
   *     left out
   */
  public void add(Profile profile) throws DifferentMetricException {
    add(profile, 1);
  }

  /**
   * Adds what so many profiles add up to.
   *
   * @throws DifferentMetricException as {@link #add(Profile)}
   */
  public void add(Profile profile, int count) throws DifferentMetricException {
    Metric sum = metric;
    String missed = profile.limits().missedInclude();
    if (sum == null) {
      metric = profile.metric();
      calibration = profile.calibration();
      run = profile.run();
      settings.putAll(profile.settings());
      missedInclude = missed;
    } else {
      requireSame("metric", sum.name(), profile.metric().name());
      requireSame("unit", sum.unit(), profile.metric().unit());
      if (calibration.isSubtracted() != profile.calibration().isSubtracted()) {
        throw new DifferentMetricException(
            "calibration", calibration.policy(), profile.calibration().policy());
      }
      metric = agreed(sum, profile.metric(), isWaitingKnown(sum, profile));
      calibration = together(calibration, profile.calibration());
      run = run == null ? profile.run() : together(run, profile.run());
      settings = togetherByKey(settings, profile.settings());
      missedInclude = missedByBoth(missedInclude, missed);
    }
    profiles += count;
    int[] numbers = methods.numbers(profile.methods());
    for (ThreadProfile thread : profile.threads()) {
      threads
          .computeIfAbsent(ThreadKey.of(thread, grouping), key -> new ThreadSum())
          .add(thread, numbers);
    }
    for (CalibrationTable.Category category : profile.calibration().categories()) {
      categories.merge(CategoryKey.of(category), category, ProfileSum::together);
    }
    skipped.addAll(profile.skipped());
    callsPastMaxnodes += profile.limits().callsPastMaxnodes();
    folded = folded.plus(profile.limits().folded());
  }

  /**
   * The sum of all that was added.
   *
   * @throws IllegalStateException where nothing was
   */
  public Profile sum() {
    if (metric == null || run == null) {
      throw new IllegalStateException("nothing was added");
    }
    List<MethodInfo> sorted = methods.sorted();
    Map<MethodInfo, Integer> ranks = new HashMap<>();
    for (MethodInfo method : sorted) {
      ranks.put(method, ranks.size());
    }
    int[] rankOf =
        methods.methods().stream().mapToInt(method -> ranks.getOrDefault(method, 0)).toArray();
    List<ThreadProfile> summed = new ArrayList<>();
    threads.forEach((key, thread) -> summed.add(thread.sum(key, rankOf, profiles > 1)));
    return new Profile(
        ProfilerInfo.current(),
        run,
        settings,
        metric,
        sorted,
        summed,
        new CalibrationTable(
            calibration.policy(),
            calibration.source(),
            calibration.training(),
            calibration.uncertainty(),
            calibration.fluctuation(),
            calibration.overhead(),
            List.copyOf(categories.values())),
        List.copyOf(skipped),
        new Limits(callsPastMaxnodes, folded, missedInclude));
  }

  /** What both have alike, and the keys of what they have not. */
  private static Map<String, String> togetherByKey(
      Map<String, String> sum, Map<String, String> added) {
    Map<String, String> together = new TreeMap<>(sum);
    together.replaceAll((key, value) -> value.equals(added.get(key)) ? value : SEVERAL);
    for (String key : added.keySet()) {
      together.putIfAbsent(key, SEVERAL);
    }
    return together;
  }

  private static void requireSame(String what, String sum, String added)
      throws DifferentMetricException {
    if (!sum.equals(added)) {
      throw new DifferentMetricException(what, sum, added);
    }
  }

  /** Where no thread was recorded, there is no waiting, and what is known of it tells nothing. */
  private boolean isWaitingKnown(Metric sum, Profile added) {
    boolean isOfAdded = added.metric().waitingKnown();
    if (threads.isEmpty()) {
      return isOfAdded || (added.threads().isEmpty() && sum.waitingKnown());
    }
    return sum.waitingKnown() && (isOfAdded || added.threads().isEmpty());
  }

  private static Metric agreed(Metric sum, Metric added, boolean isWaitingKnown) {
    return new Metric(
        sum.name(),
        sum.unit(),
        agreed(sum.source(), added.source()),
        agreedOrNull(sum.requested(), added.requested()),
        agreedOrNull(sum.fallback(), added.fallback()),
        isWaitingKnown);
  }

  private static RunInfo together(RunInfo sum, RunInfo added) {
    Instant started = sum.started().isBefore(added.started()) ? sum.started() : added.started();
    return new RunInfo(
        started,
        sum.durationNanos() + added.durationNanos(),
        sum.pid() == added.pid() ? sum.pid() : 0,
        agreed(sum.command(), added.command()),
        agreed(sum.host(), added.host()),
        agreed(sum.os(), added.os()),
        agreed(sum.cpu(), added.cpu()),
        sum.cpus() == added.cpus() ? sum.cpus() : 0,
        new RunInfo.Jvm(
            agreed(sum.jvm().vendor(), added.jvm().vendor()),
            agreed(sum.jvm().name(), added.jvm().name()),
            agreed(sum.jvm().version(), added.jvm().version())),
        together(sum.windows(), added.windows()),
        together(sum.budget(), added.budget()),
        togetherByKey(sum.labels(), added.labels()),
        agreed(sum.sampling(), added.sampling()));
  }

  /** Of runs without a measurement nothing can be added. */
  private static @Nullable BudgetUse together(@Nullable BudgetUse sum, @Nullable BudgetUse added) {
    return sum == null || added == null ? null : sum.plus(added);
  }

  private static RunInfo.Window joined(RunInfo.Window earlier, RunInfo.Window later) {
    Instant end = earlier.ended().isAfter(later.ended()) ? earlier.ended() : later.ended();
    return new RunInfo.Window(
        earlier.started(), Duration.between(earlier.started(), end).toNanos());
  }

  /** The windows of both, in their order; where one begins before another ends, they are one. */
  private static List<RunInfo.Window> together(
      List<RunInfo.Window> sum, List<RunInfo.Window> added) {
    List<RunInfo.Window> sorted = new ArrayList<>(sum);
    sorted.addAll(added);
    sorted.sort(
        Comparator.comparing(RunInfo.Window::started).thenComparing(RunInfo.Window::durationNanos));
    List<RunInfo.Window> windows = new ArrayList<>();
    for (RunInfo.Window window : sorted) {
      int last = windows.size() - 1;
      if (last >= 0 && !windows.get(last).ended().isBefore(window.started())) {
        windows.set(last, joined(windows.get(last), window));
      } else {
        windows.add(window);
      }
    }
    return windows;
  }

  /** All but the categories, which are added up by themselves. */
  private static CalibrationTable together(CalibrationTable sum, CalibrationTable added) {
    return new CalibrationTable(
        agreed(sum.policy(), added.policy()),
        agreed(sum.source(), added.source()),
        agreed(sum.training(), added.training()),
        Math.max(sum.uncertainty(), added.uncertainty()), // NaN where one is not known
        Math.max(sum.fluctuation(), added.fluctuation()),
        sum.overhead() + added.overhead(),
        List.of());
  }

  private static CalibrationTable.Category together(
      CalibrationTable.Category sum, CalibrationTable.Category added) {
    return new CalibrationTable.Category(
        sum.events(),
        sum.methods(),
        sum.observed() + added.observed(),
        Math.min(sum.minimum(), added.minimum()));
  }

  /** What matched in one profile was not missed. */
  private static String missedByBoth(String sum, String added) {
    return sum.isEmpty() || added.isEmpty() ? "" : agreed(sum, added);
  }

  static String agreed(String sum, String added) {
    return sum.equals(added) ? sum : SEVERAL;
  }

  private static @Nullable String agreedOrNull(@Nullable String sum, @Nullable String added) {
    return sum == null && added == null ? null : sum != null && sum.equals(added) ? sum : SEVERAL;
  }

  /** Values of two metrics, or with and without overhead in them, cannot be added up. */
  public static final class DifferentMetricException extends Exception {
    DifferentMetricException(String what, String sum, String added) {
      super(what + " is " + added + ", but " + sum + " in the profiles before");
    }
  }

  /**
   * What tells categories apart.
   *
   * @param methods all of them, as one text
   */
  private record CategoryKey(String events, String methods) {
    static final Comparator<CategoryKey> ORDER =
        Comparator.comparing(CategoryKey::events).thenComparing(CategoryKey::methods);

    static CategoryKey of(CalibrationTable.Category category) {
      return new CategoryKey(category.events(), String.join("\0", category.methods()));
    }
  }
}
