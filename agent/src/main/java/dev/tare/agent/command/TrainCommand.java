package dev.tare.agent.command;

import dev.tare.agent.bootstrap.CommandMain;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.calibration.training.TrainTask;
import dev.tare.agent.lifecycle.Agent;
import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.options.Option;
import dev.tare.agent.options.OptionException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The command {@code train}: learns the overheads in a JVM of its own under the agent, and writes
 * them to a file. In that JVM it is the same command by another name.
 */
public final class TrainCommand {
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;
  private static final String USAGE =
      """
      usage: java [JVM options] -jar profiler.jar train -o FILE [--metric METRIC] [--budget off]
      Learns what the instrumentation costs on this machine, in under 10 seconds, and writes
      it to FILE, to be used as calstats=FILE with the same JVM, JVM options and metric, and
      with any budget, or with budget=off where that is named.\
      """;

  private TrainCommand() {}

  /**
   * Runs it and ends the process with its exit status.
   *
   * @param arguments the command's name, and its options
   */
  public static void main(String[] arguments) throws IOException {
    String file = "";
    String metric = Option.METRIC.standard;
    String budget = Option.BUDGET.standard;
    for (int i = 1; i < arguments.length; i++) {
      boolean hasValue = i + 1 < arguments.length;
      if (arguments[i].equals("-h") || arguments[i].equals("--help")) {
        System.out.println(USAGE);
        return;
      } else if (VersionOption.is(arguments[i])) {
        VersionOption.print();
        return;
      } else if (arguments[i].equals("-o") && hasValue) {
        file = arguments[++i];
      } else if (arguments[i].equals("--metric") && hasValue) {
        metric = arguments[++i];
      } else if (arguments[i].equals("--budget") && hasValue) {
        budget = arguments[++i];
      } else {
        wrongUsage("not known, or without a value: " + arguments[i]);
      }
    }
    if (file.isEmpty()) {
      wrongUsage("-o FILE is missing");
    }
    try {
      AgentOptions.parse(Option.METRIC.key + "=" + metric + "," + Option.BUDGET.key + "=" + budget);
      Path path = Path.of(file).toAbsolutePath();
      System.exit(
          arguments[0].equals(CommandMain.TRAIN_HERE)
              ? trainHere(path, metric)
              : TrainProcess.run(path, metric, budget));
    } catch (OptionException e) {
      System.err.println("train: " + e.line());
      System.exit(WRONG_USAGE);
    } catch (InvalidPathException e) {
      wrongUsage("not a path: " + file);
    }
  }

  private static void wrongUsage(String what) {
    System.err.println("train: " + what);
    System.err.println(USAGE);
    System.exit(WRONG_USAGE);
  }

  private static int trainHere(Path file, String metric) {
    Fingerprint.Subject subject = Agent.subject();
    if (subject == null) {
      return FAILED; // An agent that did not start has said why.
    }
    try {
      if (!subject.metric().equals(metric)) {
        throw new IOException(
            "this machine does not give " + metric + ": profiler.jar counters says why");
      }
      System.out.println(TrainTask.train(file, subject));
      System.out.flush();
      Runtime.getRuntime().halt(0); // There is nothing in this run to write a profile of.
    } catch (IOException e) {
      System.err.println("train: " + e.getMessage());
    }
    Runtime.getRuntime().halt(FAILED);
    return FAILED;
  }
}
