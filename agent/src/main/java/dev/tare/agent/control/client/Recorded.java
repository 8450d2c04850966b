package dev.tare.agent.control.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A JVM that is made to record for a while, and left as it was, except that the agent is in it. */
final class Recorded {
  /** What the answer to a dump begins with; the file follows. */
  static final String WRITTEN = "profile in ";

  /** What the answer begins with where something was begun, and an error ended it. */
  private static final String FAILED = "failed: ";

  /** Where a later start writes, unless the agent was there before: the default of the option. */
  private static final String FILE = "profile-%p.json";

  /** A JVM waits up to 5 seconds for others before it writes its last profile. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long STEP_MILLIS = 50;

  /** Most answers take less. */
  private static final long TOLD_AFTER_SECONDS = 5;

  private final TargetJvm jvm;
  private final JvmProcess process;
  private final long pid;
  private final String options;
  private final Path profile;
  private final Consumer<String> lines;

  /** Whether the user knows that the JVM is waited for. */
  private final AtomicBoolean isTold = new AtomicBoolean();

  private boolean hadAgent;
  private boolean wasRecording;

  /** Whether another command has begun meanwhile, so that probes are not this recording's. */
  private boolean isRefused;

  /** Since when a JVM that may be ending is waited for; 0 before. */
  private long awaitedSinceNanos;

  /** Where an agent that was there before writes when its JVM ends; empty where it does not. */
  private String ownFile = "";

  /**
   * Nothing is done yet.
   *
   * @param options the agent's
   * @param profile where the JVM is to write
   * @param lines takes lines for the user
   */
  Recorded(TargetJvm jvm, long pid, String options, Path profile, Consumer<String> lines) {
    this.jvm = jvm;
    this.process = new JvmProcess(pid);
    this.pid = pid;
    this.options = options;
    this.profile = profile;
    this.lines = lines;
  }

  /** Asks what is in it. Changes nothing there. */
  void look() throws CommandException {
    hadAgent = answer(jvm::hasAgent);
    if (hadAgent && !options.isEmpty()) {
      throw new CommandException(
          "the agent is in process " + pid + " already, with options of its own: leave them out");
    }
    wasRecording = hadAgent && send("status json").contains("\"state\":\"recording\"");
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
      String begun = AgentArguments.with(AgentArguments.withOneProfile(given), "start", "now");
      String all = AgentArguments.with(begun, "file", FILE);
      return bring("attach-recording " + profile + "," + all);
    }
    // Started first: an agent that waits for its first start has no window to begin anew.
    String started = wasRecording ? "" : bring("start") + "\n";
    String reset = send("reset");
    ownFile = file(send("status json"));
    return started + reset;
  }

  /** Has probes put in. */
  private String bring(String command) throws CommandException {
    try {
      return send(command);
    } catch (CommandException e) {
      isRefused =
          !(e instanceof NoAnswerException) && !String.valueOf(e.getMessage()).startsWith(FAILED);
      throw e;
    }
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
        return send("dump " + profile);
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

  /** Something that the JVM answers. */
  private interface Question<T> {
    T ask() throws CommandException;
  }

  private String send(String command) throws CommandException {
    return answer(() -> jvm.send(command));
  }

  /** A JVM that is stopped, or has no file descriptor left, does not answer, nor does it refuse. */
  private <T> T answer(Question<T> question) throws CommandException {
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture.delayedExecutor(TOLD_AFTER_SECONDS, TimeUnit.SECONDS)
        .execute(
            () -> {
              if (!isOver.get()) {
                say("has not answered for " + TOLD_AFTER_SECONDS + " s; still waiting");
              }
            });
    try {
      return question.ask();
    } finally {
      isOver.set(true);
    }
  }

  /** Once: more is no news. */
  private void say(String what) {
    if (!isTold.getAndSet(true)) {
      lines.accept("process " + pid + " " + what);
    }
  }

  /** A JVM that writes its last profile takes no commands, or their answers end with it. */
  private void awaitEnd(NoAnswerException failure) throws NoAnswerException {
    if (awaitedSinceNanos == 0) {
      awaitedSinceNanos = System.nanoTime();
    }
    while (process.isAlive()) {
      long awaitedNanos = System.nanoTime() - awaitedSinceNanos;
      if (awaitedNanos > PATIENCE_NANOS) {
        throw failure;
      }
      if (awaitedNanos > TimeUnit.SECONDS.toNanos(TOLD_AFTER_SECONDS)) {
        say(
            "takes no commands; waiting up to "
                + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)
                + " s for its end");
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
    if (wasRecording || isRefused) {
      return;
    }
    try {
      send("conclude");
    } catch (NoAnswerException e) {
      awaitEnd(e);
    } catch (CommandException e) {
      if (process.isAlive()) {
        throw e;
      }
    }
  }
}
