package dev.tare.agent.bootstrap;

import java.lang.reflect.InvocationTargetException;
import java.util.Map;

/** Where {@code java -jar profiler.jar} enters; hands over to whoever has the command. */
public final class CommandMain {
  private static final String CONTROL = "dev.tare.agent.control.client.ControlCommands";

  private static final String TRAIN = "dev.tare.agent.command.TrainCommand";

  /** {@code train}, in the JVM under the agent that {@code train} has started. */
  public static final String TRAIN_HERE = "train-here";

  private static final Map<String, String> COMMANDS =
      Map.ofEntries(
          Map.entry("counters", "dev.tare.agent.command.CountersMain"),
          Map.entry("train", TRAIN),
          Map.entry(TRAIN_HERE, TRAIN),
          Map.entry("attach", CONTROL),
          Map.entry("start", CONTROL),
          Map.entry("stop", CONTROL),
          Map.entry("dump", CONTROL),
          Map.entry("reset", CONTROL),
          Map.entry("status", CONTROL),
          Map.entry("run", CONTROL),
          Map.entry("record", CONTROL));

  private CommandMain() {}

  /** Runs one command, and exits with its status. */
  public static void main(String[] args) throws Exception {
    ClassLoader agents = AgentMain.isolated();
    ClassLoader loader = agents == null ? IsolatedLoader.create() : agents;
    try {
      loader
          .loadClass(COMMANDS.getOrDefault(args.length > 0 ? args[0] : "", "dev.tare.report.Main"))
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
