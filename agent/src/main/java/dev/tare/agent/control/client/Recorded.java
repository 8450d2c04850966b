package dev.tare.agent.control.client;

import java.nio.file.Path;

/** A JVM that is made to record for a while, and left as it was, except that the agent is in it. */
final class Recorded {
  /** What the answer to a dump begins with; the file follows. */
  static final String WRITTEN = "profile in ";

  private final TargetJvm jvm;
  private final long pid;
  private final String options;
  private final Path profile;

  private boolean hadAgent;
  private boolean wasRecording;

  /**
   * Nothing is done yet.
   *
   * @param options the agent's
   * @param profile where the JVM is to write
   */
  Recorded(TargetJvm jvm, long pid, String options, Path profile) {
    this.jvm = jvm;
    this.pid = pid;
    this.options = options;
    this.profile = profile;
  }

  /** Asks what is in it. Changes nothing there. */
  void look() throws CommandException {
    hadAgent = jvm.hasAgent();
    if (hadAgent && !options.isEmpty()) {
      throw new CommandException(
          "the agent is in process " + pid + " already, with options of its own: leave them out");
    }
    wasRecording = hadAgent && jvm.send("status json").contains("\"state\":\"recording\"");
  }

  /**
   * Begins, after {@link #look}. Where it fails, probes may be in: see {@link #leave}.
   *
   * @return lines for the user
   */
  String begin() throws CommandException {
    if (!hadAgent) {
      // If it ends before the recording does, its last profile is there as well.
      String all = AgentArguments.with(AgentArguments.absolute(options), "file", profile);
      return jvm.send("attach " + all);
    }
    if (wasRecording) {
      return jvm.send("reset");
    }
    // Started first: an agent that waits for its first start has no window to begin anew.
    String started = jvm.send("start");
    return started + "\n" + jvm.send("reset");
  }

  /**
   * Has the profile written; the JVM goes on recording.
   *
   * @return a line for the user
   */
  String end() throws CommandException {
    if (ProcessHandle.of(pid).isEmpty()) {
      if (hadAgent) {
        throw new CommandException(
            "process " + pid + " has ended; its last profile is where its own options say");
      }
      return WRITTEN + profile + ", process " + pid + " ended before the recording did";
    }
    return jvm.send("dump " + profile);
  }

  /** Takes the probes out again where this recording brought them in. */
  void leave() throws CommandException {
    if (wasRecording) {
      return;
    }
    try {
      jvm.send("conclude");
    } catch (CommandException e) {
      if (ProcessHandle.of(pid).isPresent()) {
        throw e;
      }
    }
  }
}
