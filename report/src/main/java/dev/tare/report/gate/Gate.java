package dev.tare.report.gate;

import dev.tare.report.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides rules. Calls are compared as they are; values only where the runs of the two sides do not
 * overlap, because the same program takes more or less from run to run.
 */
public final class Gate {
  /** With three runs a side, equal sides are apart by chance once in twenty times. */
  private static final int MIN_RUNS_FOR_TIME = 3;

  private static final String CLOCK_UNIT = "ns";
  private static final String ALLOCATION = "alloc";
  private static final String WITHOUT_PROBES = "none";

  private final List<ProfileRun> runs;
  private final List<ProfileRun> base;
  private final double minShare;

  /**
   * A gate between these runs.
   *
   * @param runs one or more
   * @param base those that they are compared with; none where no rule names the base
   * @param minShare rules about values, but for those of allocated bytes, pass over methods of less
   *     than this part of all, on both sides
   */
  public Gate(List<ProfileRun> runs, List<ProfileRun> base, double minShare) {
    this.runs = List.copyOf(runs);
    this.base = List.copyOf(base);
    this.minShare = minShare;
  }

  /**
   * Decides all rules. One that cannot be decided by these profiles does not hide what became of
   * the others.
   */
  public List<Verdict> decide(Rules rules) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Rule rule : rules.all()) {
      try {
        verdicts.add(decide(rule));
      } catch (RuleException e) {
        verdicts.add(Verdict.undecided(rule, e));
      }
    }
    return verdicts;
  }

  /** The modes of all profiles whose values are compared by rules, in order. */
  public Set<String> modes(Rules rules) {
    return rules.all().stream()
        .filter(rule -> !rule.measure().isExact())
        .flatMap(rule -> sides(rule).stream())
        .map(ProfileRun::mode)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Verdict decide(Rule rule) throws RuleException {
    for (ProfileRun run : sides(rule)) {
      if (run.mode().equals(WITHOUT_PROBES)) {
        throw rule.refused(
            run.file() + " was recorded with mode=" + WITHOUT_PROBES + ": it has samples alone");
      }
      if (!run.whyNothing().isEmpty()) {
        throw rule.refused("no calls are known in " + run.file() + ": " + run.whyNothing());
      }
    }
    List<ProfileRun.Key> methods = methods(rule);
    if (methods.isEmpty() && rule.needsBase()) {
      throw rule.refused("no method of any of the profiles is meant by it");
    }
    requireDecidable(rule, methods);
    List<String> broken = new ArrayList<>();
    int passedOver = 0;
    for (List<ProfileRun.Key> together : compared(rule, methods)) {
      if (isPassedOver(rule, together)) {
        passedOver += together.size();
      } else {
        compare(rule, together, broken);
      }
    }
    return new Verdict(rule.text(), methods.size(), passedOver, broken, Optional.empty());
  }

  /** Methods whose values are compared as one. What was never called was called 0 times. */
  private static List<List<ProfileRun.Key>> compared(Rule rule, List<ProfileRun.Key> methods) {
    return rule.isSum() || methods.isEmpty()
        ? List.of(methods)
        : methods.stream().map(List::of).toList();
  }

  private static String subject(Rule rule, List<ProfileRun.Key> methods) {
    return rule.isSum()
        ? "sum of " + Numbers.count(methods.size(), "method", "methods")
        : methods.isEmpty() ? "no method" : methods.get(0).shown();
  }

  private List<ProfileRun.Key> methods(Rule rule) {
    TreeSet<ProfileRun.Key> methods =
        new TreeSet<>(
            Comparator.comparing(ProfileRun.Key::shown).thenComparing(ProfileRun.Key::descriptor));
    for (ProfileRun run : sides(rule)) {
      for (ProfileRun.Key method : run.methods()) {
        if (rule.isAbout(method.info())) {
          methods.add(method);
        }
      }
    }
    return List.copyOf(methods);
  }

  /** The profiles that decide a rule: the base does not matter to one that does not name it. */
  private List<ProfileRun> sides(Rule rule) {
    return rule.needsBase() ? Stream.concat(runs.stream(), base.stream()).toList() : runs;
  }

  private void requireDecidable(Rule rule, List<ProfileRun.Key> methods) throws RuleException {
    for (ProfileRun run : sides(rule)) {
      if (rule.measure() == Measure.ALLOC && !run.metric().equals(ALLOCATION)) {
        throw rule.refused(run.file() + " was not recorded with metric=" + ALLOCATION);
      }
    }
    requireRuns(rule);
    requireReadings(rule);
    ProfileRun first = runs.get(0);
    for (ProfileRun run : sides(rule)) {
      if (rule.measure().isExact() && !run.isExact()) {
        throw rule.refused(
            "not all calls of folded nodes are known in "
                + run.file()
                + ": record without minshare");
      }
      if (!rule.measure().isExact() && !run.metric().equals(first.metric())) {
        throw rule.refused(
            "metric is "
                + run.metric()
                + " in "
                + run.file()
                + " and "
                + first.metric()
                + " in "
                + first.file());
      }
      if (!rule.measure().isExact() && run.isWaitingKnown() != first.isWaitingKnown()) {
        throw rule.refused(
            "waiting is known of some of the profiles alone, and not in self and total of these: "
                + first.file()
                + " and "
                + run.file()
                + " differ");
      }
      if (!rule.measure().isExact() && run.isSubtracted() != first.isSubtracted()) {
        throw rule.refused(
            "overhead is subtracted in some of the profiles alone: "
                + first.file()
                + " and "
                + run.file()
                + " differ");
      }
      for (ProfileRun.Key method : methods) {
        requireKnown(rule, method, run);
      }
    }
  }

  private static void requireKnown(Rule rule, ProfileRun.Key method, ProfileRun run)
      throws RuleException {
    ProfileRun.Values values = run.of(method);
    if (rule.measure().isExact() && values.isPartial()) {
      throw rule.refused(
          "not all calls of "
              + method.shown()
              + " were counted in "
              + run.file()
              + ": record with budget=off");
    }
    if (!rule.measure().isExact() && values.isUntimed()) {
      throw rule.refused(
          method.shown() + " has no time of its own in " + run.file() + ": record with budget=off");
    }
  }

  private void requireRuns(Rule rule) throws RuleException {
    boolean isClock = runs.get(0).unit().equals(CLOCK_UNIT);
    if (!rule.unit().isEmpty() && !isClock) {
      throw rule.refused("the metric " + runs.get(0).metric() + " is not in " + rule.unit());
    }
    int fewest = rule.needsBase() ? Math.min(runs.size(), base.size()) : runs.size();
    if (!rule.measure().isExact() && isClock && fewest < MIN_RUNS_FOR_TIME) {
      throw rule.refused(
          "time differs from run to run: give "
              + MIN_RUNS_FOR_TIME
              + " profiles or more a side, or record with metric=instructions");
    }
  }

  /** Of each call, since the bytes of one that no reading saw are another method's, or nobody's. */
  private void requireReadings(Rule rule) throws RuleException {
    for (ProfileRun run : sides(rule)) {
      if (!rule.measure().isExact() && run.metric().equals(ALLOCATION) && run.isSampled()) {
        throw rule.refused(
            run.file()
                + " was recorded with mode="
                + run.mode()
                + ", which does not count the bytes of each call: record with mode=full");
      }
    }
  }

  private void compare(Rule rule, List<ProfileRun.Key> methods, List<String> broken) {
    double[] values = values(runs, methods, rule.measure());
    double[] baseValues = values(base, methods, rule.measure());
    double[] bounds = {rule.constant()};
    if (rule.needsBase()) {
      bounds = new double[baseValues.length];
      for (int i = 0; i < bounds.length; i++) {
        bounds[i] = rule.bound(baseValues[i]);
      }
    }
    double uncertainty = rule.measure().isExact() ? 0 : uncertainty(methods, rule);
    if (rule.relation().isBroken(values, bounds, uncertainty)) {
      String unit = rule.measure().isExact() ? "" : " " + runs.get(0).unit();
      broken.add(
          subject(rule, methods)
              + ": "
              + Range.shown(values)
              + unit
              + ", must be "
              + rule.relation().sign
              + " "
              + Range.shown(bounds)
              + unit
              + (rule.needsBase() ? " (base " + Range.shown(baseValues) + ")" : ""));
    }
  }

  /** Of each run; below 0, where more was subtracted than there was, it is 0. */
  private static double[] values(
      List<ProfileRun> side, List<ProfileRun.Key> methods, Measure measure) {
    return side.stream()
        .mapToDouble(run -> methods.stream().mapToDouble(key -> run.of(key).of(measure)).sum())
        .map(value -> Math.max(value, 0))
        .toArray();
  }

  private boolean isPassedOver(Rule rule, List<ProfileRun.Key> methods) {
    return !rule.measure().isExact()
        && !runs.get(0).metric().equals(ALLOCATION)
        && isSmall(methods, rule);
  }

  private boolean isSmall(List<ProfileRun.Key> methods, Rule rule) {
    ToDoubleFunction<ProfileRun> share =
        run ->
            run.selfSum() <= 0
                ? 0
                : methods.stream().mapToDouble(key -> run.of(key).of(rule.measure())).sum()
                    / run.selfSum();
    return sides(rule).stream().allMatch(run -> share.applyAsDouble(run) < minShare);
  }

  /** By how much a value and its bound may be wrong by the overhead that was subtracted. */
  private double uncertainty(List<ProfileRun.Key> methods, Rule rule) {
    return Math.hypot(
        mostWrong(runs, methods, rule.measure()),
        rule.factor() * mostWrong(base, methods, rule.measure()));
  }

  private static double mostWrong(
      List<ProfileRun> side, List<ProfileRun.Key> methods, Measure measure) {
    return side.stream()
        .mapToDouble(run -> methods.stream().mapToDouble(key -> run.of(key).wrong(measure)).sum())
        .max()
        .orElse(0);
  }
}
