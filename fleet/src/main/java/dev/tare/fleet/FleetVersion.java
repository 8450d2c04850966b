package dev.tare.fleet;

import dev.tare.profile.ProfilerInfo;
import picocli.CommandLine.IVersionProvider;

/** The version of the profiler that this belongs to. */
final class FleetVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    ProfilerInfo profiler = ProfilerInfo.current();
    return new String[] {profiler.name() + " fleet " + profiler.version()};
  }
}
