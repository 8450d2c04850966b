package dev.tare.agent.control.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A JVM that is made to record for a while, and left as it was, except that the agent is in it. */
final class Recorded {
  /** What the answer to a dump begins with; the file follows. */
  static final String WRITTEN = "profile in ";

  /** A JVM waits up to 5 seconds for others before it writes its last profile. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long STEP_MILLIS = 50;

  private final TargetJvm jvm;
  private final JvmProcess process;
  private final long pid;
  private final String options;
  private final Path profile;

  private boolean hadAgent;
  private boolean wasRecording;

  /** Since when a JVM that may be ending is waited for; 0 before. */
  private long awaitedSinceNanos;

  /** Where an agent that was there before writes when its JVM ends; empty where it does not. */
  private String ownFile = "";

  /**
   * Nothing is done yet.
   *
   * @param options the agent's
   * @param profile where the JVM is to write
   */
  Recorded(TargetJvm jvm, long pid, String options, Path profile) {
    this.jvm = jvm;
    this.process = new JvmProcess(pid);
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
      String given = options.isEmpty() ? "" : AgentArguments.absolute(options);
      // Over those of a config file, which may be one for the whole of a run.
      String all = AgentArguments.with(AgentArguments.withOneProfile(given), "start", "now");
      return jvm.send("attach-recording " + profile + "," + all);
    }
    // Started first: an agent that waits for its first start has no window to begin anew.
    String started = wasRecording ? "" : jvm.send("start") + "\n";
    String reset = jvm.send("reset");
    ownFile = file(jvm.send("status json"));
    return started + reset;
  }

  /** What a status calls the file of the next profile; empty where there will be none. */
  private static String file(String status) throws CommandException {
    try (JsonParser parser = new JsonFactory().createParser(status)) {
      while (parser.nextToken() != null) {
        if ("file".equals(parser.currentName())) {
          return Objects.requireNonNullElse(parser.nextTextValue(), "");
        }
      }
      return "";
    } catch (IOException e) {
      throw new CommandException("not a status: " + status);
    }
  }

  /**
   * Has the profile written; the JVM goes on recording.
   *
   * @return lines for the user
   */
  String end() throws CommandException {
    if (process.isAlive()) {
      try {
        return jvm.send("dump " + profile);
      } catch (NoAnswerException e) {
        awaitEnd(e);
      }
    }
    if (hadAgent) {
      throw new CommandException(
          "process "
              + pid
              + " has ended; "
              + (ownFile.isEmpty() ? "it wrote no profile" : "its last profile is " + ownFile));
    }
    return WRITTEN + profile + ", process " + pid + " ended before the recording did";
  }

  /** A JVM that writes its last profile takes no commands, or their answers end with it. */
  private void awaitEnd(NoAnswerException failure) throws NoAnswerException {
    if (awaitedSinceNanos == 0) {
      awaitedSinceNanos = System.nanoTime();
    }
    while (process.isAlive()) {
      if (System.nanoTime() - awaitedSinceNanos > PATIENCE_NANOS) {
        throw failure;
      }
      try {
        Thread.sleep(STEP_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw failure;
      }
    }
  }

  /** Takes the probes out again where this recording brought them in. */
  void leave() throws CommandException {
    if (wasRecording) {
      return;
    }
    try {
      jvm.send("conclude");
    } catch (NoAnswerException e) {
      awaitEnd(e);
    } catch (CommandException e) {
      if (process.isAlive()) {
        throw e;
      }
    }
  }
}
