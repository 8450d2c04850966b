package dev.tare.report;

import dev.tare.profile.CalibrationTable;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadParts;
import dev.tare.profile.json.ProfileReader;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.sum.ProfileSum.DifferentMetricException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What the agent hands to the writer with {@code minshare}. */
public record FoldedParts(Profile whole, Map<String, String> settings, long foldBelow)
    implements ProfileParts {
  /**
   * The small profile as the agent writes it, with what is called by its outermost method as a part
   * of that.
   */
  public static Profile small(Path folder) throws IOException {
    return of(Profiles.small(), "full", folder);
  }

  /** A profile of a mode, with nodes of less than 5,000 folded. */
  public static Profile of(Profile whole, String mode, Path folder) throws IOException {
    Map<String, String> settings = Map.of("mode", mode, "minshare", "90%");
    Path file = folder.resolve("folded.json");
    ProfileWriter.write(new FoldedParts(whole, settings, 5_000), file);
    return ProfileReader.read(file);
  }

  /** Two of them added up, as {@code merge} writes it: its sums are those of the nodes. */
  public static Profile merged(Path folder) throws IOException, DifferentMetricException {
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.NAME);
    sum.add(small(folder));
    sum.add(small(folder));
    Path file = folder.resolve("merged.json");
    ProfileWriter.write(sum.sum(), file);
    return ProfileReader.read(file);
  }

  @Override
  public ProfilerInfo profiler() {
    return whole.profiler();
  }

  @Override
  public RunInfo run() {
    return whole.run();
  }

  @Override
  public Metric metric() {
    return whole.metric();
  }

  @Override
  public Iterator<? extends ThreadParts> threadIterator() {
    return whole.threadIterator();
  }

  @Override
  public List<MethodInfo> methods() {
    return whole.methods();
  }

  @Override
  public CalibrationTable calibration() {
    return whole.calibration();
  }

  @Override
  public List<SkippedMethod> skipped() {
    return whole.skipped();
  }

  @Override
  public Limits limits() {
    return whole.limits();
  }
}
