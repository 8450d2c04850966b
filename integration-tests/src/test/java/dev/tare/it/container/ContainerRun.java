package dev.tare.it.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.containers.output.WaitingConsumer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;

/** One JVM, the first process of a container of its own, with the profiler in it. One use. */
final class ContainerRun {
  private static final long PATIENCE_SECONDS = 300;
  private static final int STOP_SECONDS = 120;
  private static final ImagePullPolicy NEVER = image -> false;
  private static final String OUT = "/out";

  private final String image;
  private final String profiler;
  private final Path folder;
  private final List<String> options = new ArrayList<>();
  private final List<String> program = new ArrayList<>();
  private Consumer<HostConfig> host = config -> {};
  private Consumer<CreateContainerCmd> container = command -> {};
  private boolean bound = true;
  private boolean agent = true;

  private ContainerRun(String image, Path folder, String agentOptions) {
    this.image = image;
    this.folder = folder;
    this.profiler =
        "-javaagent:"
            + JdkImage.PROFILER
            + "=include=dev.tare.it.program.*,file=/out/profile.json"
            + (agentOptions.contains(",budget=") ? "" : ",budget=off")
            + agentOptions;
  }

  /**
   * A run whose profile goes to a folder of this machine.
   *
   * @param name the folder's
   * @param agentOptions what follows the options of every run
   */
  static ContainerRun of(String image, String name, String... agentOptions) throws IOException {
    Path folder = Traces.emptyDirectory("containers/" + name);
    // The container's user is another.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    StringBuilder options = new StringBuilder();
    for (String option : agentOptions) {
      options.append(',').append(option);
    }
    return new ContainerRun(image, folder, options.toString());
  }

  /** Changes what the host grants. */
  ContainerRun host(Consumer<HostConfig> change) {
    host = host.andThen(change);
    return this;
  }

  /** Changes how the container is made. */
  ContainerRun container(Consumer<CreateContainerCmd> change) {
    container = container.andThen(change);
    return this;
  }

  /** Keeps the profile's folder in the container: this machine's is left alone. */
  ContainerRun notBound() {
    bound = false;
    return this;
  }

  /** Adds options of the JVM. */
  ContainerRun options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** Names the class to run, and its arguments. */
  ContainerRun program(String... words) {
    program.addAll(List.of(words));
    return this;
  }

  /** The profile, where the run wrote one. */
  Path profile() {
    return folder.resolve("profile.json");
  }

  /** Leaves the agent to be attached. */
  ContainerRun withoutAgent() {
    agent = false;
    return this;
  }

  /** Runs it to its own end. */
  Outcome run() {
    return run((started, logs) -> {});
  }

  /** Runs it until it has printed a line, and then ends it as {@code docker stop} does. */
  Outcome stopAfter(String line) {
    return stopAfter(line, List.of());
  }

  /**
   * The same, but first runs commands of the profiler in the container, as {@code docker exec} does
   * (by their words), and expects each to be done.
   */
  Outcome stopAfter(String line, List<String> commands) {
    return run(
        (started, logs) -> {
          logs.waitUntil(
              frame -> frame.getUtf8String().contains(line),
              (int) PATIENCE_SECONDS,
              TimeUnit.SECONDS);
          for (String command : commands) {
            List<String> words = new ArrayList<>(List.of(JdkImage.JAVA, "-jar", JdkImage.PROFILER));
            words.addAll(List.of(command.split(" ", -1)));
            ExecResult result = started.execInContainer(words.toArray(String[]::new));
            assertEquals(0, result.getExitCode(), () -> command + ": " + result.getStderr());
          }
          started
              .getDockerClient()
              .stopContainerCmd(started.getContainerId())
              .withTimeout(STOP_SECONDS)
              .exec();
        });
  }

  private interface Meanwhile {
    void act(GenericContainer<?> started, WaitingConsumer logs) throws Exception;
  }

  private Outcome run(Meanwhile meanwhile) {
    List<String> command = new ArrayList<>(List.of(JdkImage.JAVA));
    if (agent) {
      command.add(profiler);
    }
    command.addAll(options);
    command.addAll(List.of("-Xverify:all", "-classpath", JdkImage.CLASSES));
    command.addAll(program);
    try (GenericContainer<?> started = new GenericContainer<>(DockerImageName.parse(image))) {
      started
          .withImagePullPolicy(NEVER)
          .withNetworkMode("none")
          .withCommand(command.toArray(String[]::new))
          .withStartupCheckStrategy(new RunsOrHasEnded())
          .withCreateContainerCmdModifier(this::change)
          .start();
      WaitingConsumer logs = new WaitingConsumer();
      started.followOutput(logs, OutputType.STDOUT);
      DockerClient client = started.getDockerClient();
      String id = started.getContainerId();
      meanwhile.act(started, logs);
      int status =
          client
              .waitContainerCmd(id)
              .exec(new WaitContainerResultCallback())
              .awaitStatusCode(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return new Outcome(
          String.join(" ", command),
          status,
          started.getLogs(OutputType.STDOUT),
          started.getLogs(OutputType.STDERR));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void change(CreateContainerCmd command) {
    HostConfig config = Objects.requireNonNull(command.getHostConfig());
    if (bound) {
      config.withBinds(new Bind(folder.toAbsolutePath().toString(), new Volume(OUT)));
    }
    host.accept(config);
    container.accept(command);
  }

  /** A program that has ended by the first look was started all the same. */
  private static final class RunsOrHasEnded extends StartupCheckStrategy {
    @Override
    public StartupStatus checkStartupState(DockerClient client, String id) {
      InspectContainerResponse.ContainerState state = getCurrentState(client, id);
      boolean ended = "exited".equals(state.getStatus());
      return ended || Boolean.TRUE.equals(state.getRunning())
          ? StartupStatus.SUCCESSFUL
          : StartupStatus.NOT_YET_KNOWN;
    }
  }
}
