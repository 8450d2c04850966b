package dev.tare.agent.command;

import dev.tare.agent.bootstrap.BootModule;
import dev.tare.agent.control.CommandRefused;
import dev.tare.agent.control.CommandResults;
import dev.tare.agent.control.Profiler;
import dev.tare.agent.control.UninterruptedCall;
import dev.tare.agent.lifecycle.Agent;
import dev.tare.agent.lifecycle.Console;
import dev.tare.agent.options.OptionException;
import java.lang.instrument.Instrumentation;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command that reached this JVM: by the attach interface, as the argument of loading the agent
 * once more, or from the application itself.
 */
public final class AttachedCommand {
  /** What the command line sends begins so: the command's id and its text follow. */
  private static final String SENT = "tare-command:";

  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final int TOO_LATE = 3;

  private AttachedCommand() {}

  /**
   * Does what was sent, and leaves the answer; never throws anything at the JVM.
   *
   * @param argument id and command, or, from other tools that load agents, options
   */
  public static void run(@Nullable String argument, Instrumentation instrumentation) {
    String text = argument == null ? "" : argument;
    if (!text.startsWith(SENT)) {
      attachForAnotherTool(text, instrumentation);
      return;
    }
    int end = text.indexOf(':', SENT.length());
    if (end < 0) {
      Console.say("not understood: " + text);
      return;
    }
    try {
      BootModule.open(instrumentation);
      String id = text.substring(SENT.length(), end);
      answer(id, text.substring(end + 1), instrumentation);
    } catch (Throwable e) {
      Console.say("the command could not be answered: " + e);
    }
  }

  private static void attachForAnotherTool(String options, Instrumentation instrumentation) {
    try {
      attach(options, instrumentation, null); // Which says what it did.
    } catch (OptionException e) {
      Console.say(e.line());
    } catch (CommandRefused e) {
      Console.say(e.line());
    } catch (Throwable e) {
      Console.say("the agent was not started: " + e);
    }
  }

  private static void answer(String id, String command, Instrumentation instrumentation) {
    try {
      String answer = execute(command, instrumentation);
      CommandResults.leave(id, DONE, answer == null ? "" : answer);
    } catch (OptionException e) {
      CommandResults.leave(id, WRONG_USAGE, e.line());
    } catch (CommandRefused e) {
      CommandResults.leave(id, e.comesTooLate() ? TOO_LATE : FAILED, e.line());
    } catch (Throwable e) {
      // Out of memory among them: the application goes on, and the user is told.
      CommandResults.leave(id, FAILED, "failed: " + e);
    }
  }

  /**
   * Does what a command says.
   *
   * @param instrumentation null from within the application
   * @return the answer; null where the application asks, and there is no agent
   */
  public static @Nullable String execute(String command, @Nullable Instrumentation instrumentation)
      throws Exception {
    int space = command.indexOf(' ');
    String verb = space < 0 ? command : command.substring(0, space);
    String rest = space < 0 ? "" : command.substring(space + 1);
    if (verb.equals("attach") && instrumentation != null) {
      return attach(rest, instrumentation, null);
    }
    if (verb.equals("attach-recording") && instrumentation != null) {
      int comma = rest.indexOf(',');
      Path file = path(comma < 0 ? rest : rest.substring(0, comma));
      return attach(comma < 0 ? "" : rest.substring(comma + 1), instrumentation, file);
    }
    Profiler profiler = Agent.profiler();
    if (profiler == null && instrumentation == null) {
      return null;
    }
    if (profiler == null) {
      throw new CommandRefused("there is no agent in this JVM");
    }
    return UninterruptedCall.of(() -> done(profiler, verb, rest));
  }

  private static String done(Profiler profiler, String verb, String rest) throws CommandRefused {
    return switch (verb) {
      case "start" -> profiler.start();
      case "stop" -> profiler.stop();
      case "reset" -> profiler.reset();
      case "dump" -> rest.isEmpty() ? profiler.dump() : profiler.dump(path(rest));
      case "measure" -> profiler.blocks().begin();
      case "measured" -> profiler.blocks().end(rest);
      case "recorded" -> profiler.blocks().recorded(rest);
      case "recording" -> Boolean.toString(profiler.isRecording());
      case "metric" -> profiler.blocks().metric();
      case "mode" -> profiler.blocks().mode();
      case "conclude" -> profiler.conclude();
      case "status" -> rest.equals("json") ? profiler.status().json() : profiler.status().text();
      default -> throw new CommandRefused("not known: " + verb);
    };
  }

  private static Path path(String file) throws CommandRefused {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new CommandRefused("not a path: " + file);
    }
  }

  private static String attach(
      String options, Instrumentation instrumentation, @Nullable Path recording) throws Exception {
    if (Agent.profiler() != null) {
      throw new CommandRefused(
          "the agent is there already: use start, stop, dump, reset and status");
    }
    Agent.Begun begun;
    List<String> heard; // Warnings, and what is not as it was asked for.
    Console.listen();
    try {
      begun = Agent.begin(options, instrumentation, recording);
    } finally {
      heard = Console.heard();
    }
    Console.say(begun.heading() + "; " + begun.recording());
    List<String> answer = new ArrayList<>(List.of(begun.heading(), begun.recording()));
    answer.addAll(heard);
    return String.join("\n", answer);
  }
}
