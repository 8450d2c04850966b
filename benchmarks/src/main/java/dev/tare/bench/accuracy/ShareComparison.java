package dev.tare.bench.accuracy;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.CpuSamples;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodKey;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Self shares of the methods, beside those of CPU-time samples of runs without a profiler. */
public final class ShareComparison implements Comparison {
  private record Key(JdkHome jdk, WorkKind work) {}

  private record Entry(List<CpuSamples> truth, Map<Contender, List<MeasuredProfile>> profiles) {}

  private final Sides sides;
  private final List<WorkKind> works;
  private final WorkRun.Length length;
  private final WorkRun.Length truthLength;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();

  /**
   * @param truthLength of the sampled runs: some thousand samples are needed, one comes every 4 ms
   */
  public ShareComparison(
      Sides sides, List<WorkKind> works, WorkRun.Length length, WorkRun.Length truthLength) {
    this.sides = sides;
    this.works = List.copyOf(works);
    this.length = length;
    this.truthLength = truthLength;
  }

  @Override
  public String title() {
    return "Shares, against CPU-time samples";
  }

  @Override
  public void run(JdkHome jdk) throws IOException, InterruptedException {
    Contender.CpuSampling sampling = new Contender.CpuSampling();
    if (!sampling.runsOn(jdk)) {
      return;
    }
    for (WorkKind work : works) {
      Entry entry =
          entries.computeIfAbsent(
              new Key(jdk, work), key -> new Entry(new ArrayList<>(), new LinkedHashMap<>()));
      CpuSamples samples = WorkRun.start(jdk, sampling, work, truthLength).samples();
      if (samples != null) {
        entry.truth.add(samples);
      }
      for (Contender policy : sides.policies()) {
        MeasuredProfile profile = WorkRun.start(jdk, policy, work, length).profile();
        if (profile != null) {
          entry.profiles.computeIfAbsent(policy, key -> new ArrayList<>()).add(profile);
        }
      }
    }
  }

  @Override
  public String text() {
    List<String> headings =
        new ArrayList<>(List.of("work", "JDK", "samples", "failed", "truth to truth", "by chance"));
    for (Contender policy : sides.policies()) {
      headings.add(policy.name());
      headings.add("divided");
      headings.add("divided, together");
    }
    MarkdownTable table = new MarkdownTable(headings);
    entries.forEach((key, entry) -> table.add(row(key, entry)));
    return table
        + "\nSum over all methods of the difference between their share of the self values and their share of the"
        + " CPU-time samples (`jdk.CPUTimeSample`, all sampled runs together): 0 to 2. Truth to truth: the same between"
        + " each sampled run and the other sampled runs together. By chance: the distance of so many samples in all from the shares that"
        + " they were drawn from; no profile can come closer. Failed: samples without a stack."
        + " Divided: the same of self values that samples of the profiled run tell apart, where a budget leaves"
        + " methods without readings. Together: of the mean shares of all profiled runs, which chance moves less.\n";
  }

  private List<String> row(Key key, Entry entry) {
    List<String> row = new ArrayList<>(List.of(key.work.label(), key.jdk.version()));
    row.add(
        Spread.of(entry.truth.stream().map(samples -> (double) samples.stacks().size()).toList())
            .text(0));
    row.add(
        Spread.of(entry.truth.stream().map(samples -> (double) samples.failed()).toList()).text(0));
    List<Double> betweenTruths = new ArrayList<>();
    if (entry.truth.size() > 1) {
      for (CpuSamples one : entry.truth) {
        List<CpuSamples> others = new ArrayList<>(entry.truth);
        others.remove(one);
        betweenTruths.add(pooled(List.of(one), Set.of()).distance(pooled(others, Set.of())));
      }
    }
    row.add(betweenTruths.isEmpty() ? "" : Spread.of(betweenTruths).text(2));
    long samples = entry.truth.stream().mapToLong(run -> run.stacks().size()).sum();
    row.add(
        String.format(
            Locale.ROOT, "%.2f", pooled(entry.truth, Set.of()).distanceByChance(samples)));
    for (Contender policy : sides.policies()) {
      List<MeasuredProfile> profiles = entry.profiles.getOrDefault(policy, List.of());
      row.add(distances(profiles, entry.truth, Shares::of));
      row.add(distances(profiles, entry.truth, Shares::shown));
      row.add(
          profiles.isEmpty()
              ? ""
              : String.format(
                  Locale.ROOT,
                  "%.2f",
                  Shares.mean(profiles.stream().map(Shares::shown).toList())
                      .distance(pooled(entry.truth, profiles.get(0).skipped()))));
    }
    return row;
  }

  private static String distances(
      List<MeasuredProfile> profiles,
      List<CpuSamples> truth,
      Function<MeasuredProfile, Shares> shares) {
    List<Double> distances =
        profiles.stream()
            .map(profile -> shares.apply(profile).distance(pooled(truth, profile.skipped())))
            .toList();
    return distances.isEmpty() ? "" : Spread.of(distances).text(2);
  }

  private static Shares pooled(List<CpuSamples> runs, Set<MethodKey> skipped) {
    Map<MethodKey, Double> sum = new HashMap<>();
    for (CpuSamples run : runs) {
      run.selfSamples(skipped)
          .forEach((method, samples) -> sum.merge(method, samples, Double::sum));
    }
    return Shares.of(sum);
  }
}
