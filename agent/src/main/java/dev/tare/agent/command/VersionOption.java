package dev.tare.agent.command;

import dev.tare.profile.ProfilerInfo;

/** {@code --version}, of commands that read their arguments themselves. */
final class VersionOption {
  private VersionOption() {}

  static boolean is(String argument) {
    return argument.equals("-V") || argument.equals("--version");
  }

  static void print() {
    ProfilerInfo profiler = ProfilerInfo.current();
    System.out.println(profiler.name() + " " + profiler.version());
  }
}
