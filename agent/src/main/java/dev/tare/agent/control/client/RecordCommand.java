package dev.tare.agent.control.client;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code record}: a running JVM, profiled for a while. */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    description = {
      "Profiles a running JVM for a while and writes a profile, or a page. Loads the",
      "agent where there is none, and takes its probes out at the end. An interrupt",
      "(Ctrl-C) ends the recording early; what was recorded is written."
    },
    footer = {"", "Example:", "  tare record -d 30 4242 mode=sampled,include=com.acme.* -o x.html"})
final class RecordCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = Seconds.class,
      description = "How long: seconds, or with a unit as in 500ms, 30s or 2m. Default: 30s.")
  private long durationNanos;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Where to: a page where the name ends in .html, gzipped where it ends in .gz. Default: profile-PID.json.")
  private @Nullable Path output;

  @Parameters(index = "0", paramLabel = "PID", description = "The JVM's process id; see jps.")
  private long pid;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "key=value,...",
      description =
          "The agent's options, but for file, every and start; only where there is no agent yet.")
  private String options = "";

  @Override
  public Integer call() throws CommandException {
    ControlCommands.requireAttach();
    Path file = output == null ? Path.of("profile-" + pid + ".json") : output;
    ProfileTarget target = new ProfileTarget(file);
    refuseOthers("file", null);
    refuseOthers("every", "off");
    refuseOthers("start", "now");
    PrintWriter err = spec.commandLine().getErr();
    progress(err, "attaching to process " + pid);
    Path profile = target.temporary();
    TargetJvm jvm = new TargetJvm(pid, ControlCommands.ownJar());
    Recorded recorded = new Recorded(jvm, pid, options, profile, line -> progress(err, line));
    recorded.look(); // A JVM that does not answer is given up by an interrupt.
    RecordingWait wait = new RecordingWait(new JvmProcess(pid), durationNanos, err);
    EndOfProcess.onInterrupt(wait::end);
    FutureTask<Void> leaving = leaving(recorded);
    String end;
    int status;
    try {
      for (String line : recorded.begin().split("\n", -1)) {
        progress(err, line);
      }
      wait.await();
      end = recorded.end();
      Path seen = fromHere(profile);
      if (!Files.exists(seen)) {
        throw new CommandException("process " + pid + " left no profile in " + profile);
      }
      new Thread(leaving, "tare-leave").start(); // Beside the page: either takes about a second.
      status = target.take(seen);
    } catch (CommandException | RuntimeException | Error e) {
      leaving.run(); // Does nothing where it runs already.
      awaitBeside(e, leaving);
      throw e;
    }
    await(leaving);
    if (status == 0) {
      String where = (target.isPage() ? "page in " : "profile in ") + target.file();
      end.replace(Recorded.WRITTEN + profile, where).lines().forEach(line -> progress(err, line));
    }
    return status;
  }

  /** Refuses values of an option that this command chooses itself, but for the chosen one. */
  private void refuseOthers(String key, @Nullable String chosen) throws CommandException {
    if (AgentArguments.values(options, key).stream().anyMatch(value -> !value.equals(chosen))) {
      throw new CommandException(
          2, "record writes one profile, to -o, from now on; " + key + "= cannot be given");
    }
  }

  /** Waits for the probes to be out where there is no profile, too. */
  private static void awaitBeside(Throwable cause, FutureTask<Void> leaving) {
    try {
      await(leaving);
    } catch (CommandException e) {
      cause.addSuppressed(e);
    }
  }

  private static FutureTask<Void> leaving(Recorded recorded) {
    return new FutureTask<>(
        () -> {
          recorded.leave();
          return null;
        });
  }

  private static void await(FutureTask<Void> leaving) throws CommandException {
    try {
      leaving.get();
    } catch (ExecutionException e) {
      throw new CommandException(
          "the profile is there, and the probes are still in: "
              + Objects.requireNonNullElse(e.getCause(), e).getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted");
    }
  }

  /** A path of the JVM's, which may be in a container: as this process sees it. */
  private Path fromHere(Path profile) {
    Path inside = Path.of("/proc/" + pid + "/root" + profile);
    return !Files.exists(profile) && Files.isReadable(inside) ? inside : profile;
  }

  private static void progress(PrintWriter err, String line) {
    err.println("[tare] " + line);
    err.flush();
  }
}
