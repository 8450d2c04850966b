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
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What the agent hands to the writer with {@code minshare}. */
public record FoldedParts(Profile whole, Map<String, String> settings, long foldBelow)
    implements ProfileParts {
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
