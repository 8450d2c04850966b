package dev.tare.agent.control.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the operating system says of a process before anybody attaches to it: attaching begins with
 * a signal that ends a process which is no JVM, and fails after ten seconds without a reason where
 * the JVM does not listen. Known on Linux; elsewhere nothing is objected to.
 */
final class JvmProcess {
  /** SIGQUIT is signal 3: the third bit. */
  private static final long QUIT_BIT = 1L << 2;

  private final long pid;
  private final Path proc;

  JvmProcess(long pid) {
    this(pid, Path.of("/proc", Long.toString(pid)));
  }

  /**
   * A process.
   *
   * @param proc what the system says of it
   */
  JvmProcess(long pid, Path proc) {
    this.pid = pid;
    this.proc = proc;
  }

  /**
   * Whether it runs. One that has ended stays in the system's list until its parent asks what
   * became of it, which some never do.
   */
  boolean isAlive() {
    List<String> status = lines("status");
    return ProcessHandle.of(pid).isPresent() && !hasEnded(status);
  }

  /** The state is that of the first thread, which may end before the others. */
  private static boolean hasEnded(List<String> status) {
    String state = field(status, "State");
    boolean isFirstOver = state.startsWith("Z") || state.startsWith("X");
    return isFirstOver && Integer.parseInt(field(status, "Threads")) <= 1;
  }

  /**
   * Makes sure that somebody listens.
   *
   * @throws CommandException saying who does not
   */
  void check() throws CommandException {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      throw new CommandException(
          "no process " + pid + " here; a container's processes are numbered anew inside of it");
    }
    List<String> status = lines("status");
    if (status.isEmpty()) {
      return; // Not Linux.
    }
    if (hasEnded(status)) {
      throw new CommandException("process " + pid + " has ended");
    }
    checkUser(status, process.get());
    if (!mapsContainJvm()) {
      throw new CommandException("process " + pid + " is no Java virtual machine");
    }
    if (commandLine().contains("-XX:+DisableAttachMechanism")) {
      throw new CommandException(
          "process " + pid + " takes no commands: it was started with -XX:+DisableAttachMechanism");
    }
    boolean takesSignal = (Long.parseUnsignedLong(field(status, "SigCgt"), 16) & QUIT_BIT) != 0;
    if (!takesSignal && !hasSocket(status)) {
      throw new NoAnswerException(
          "process "
              + pid
              + (mayBeLookedInto()
                  ? " takes no commands: it is starting or ending, or runs with -Xrs and has lost its"
                      + " socket in /tmp"
                  : " may not be looked into: it belongs to another user, or to "
                      + "a container or sandbox; run this as its user, and there"));
    }
  }

  /**
   * Whether HotSpot listens already: with {@code -Xrs}, from its start on, and needs no signal. The
   * name has the process id of its own container.
   */
  private boolean hasSocket(List<String> status) {
    String[] ids = field(status, "NSpid").split("\\s+", -1);
    return Files.exists(proc.resolve("root/tmp/.java_pid" + ids[ids.length - 1]));
  }

  private void checkUser(List<String> status, ProcessHandle process) throws CommandException {
    String[] ids = field(status, "Uid").split("\\s+", -1);
    String mine = ownUser();
    if (!mine.isEmpty() && !mine.equals("0") && !mine.equals(ids[1])) {
      throw new CommandException(
          "process "
              + pid
              + " belongs to "
              + process.info().user().orElse("user " + ids[1])
              + ": run this as that user, or as root");
    }
  }

  private static String ownUser() {
    List<String> status = lines(Path.of("/proc/self/status"));
    return status.isEmpty() ? "" : field(status, "Uid").split("\\s+", -1)[1];
  }

  /** Whether the system shows what is in its memory: to root, too, only with some capabilities. */
  private boolean mayBeLookedInto() {
    try {
      Files.readAllBytes(proc.resolve("maps"));
      return true;
    } catch (NoSuchFileException e) {
      return true; // It has ended.
    } catch (IOException e) {
      return false;
    }
  }

  /** True also where it cannot be read. */
  private boolean mapsContainJvm() {
    List<String> maps = lines("maps");
    return maps.isEmpty() || maps.stream().anyMatch(line -> line.contains("libjvm"));
  }

  private List<String> commandLine() {
    return lines("cmdline").stream().flatMap(line -> Arrays.stream(line.split("\0", -1))).toList();
  }

  /**
   * Makes sure that the process can read a file at a path where this process can: it may be in a
   * container, which has files of its own.
   */
  void checkSees(Path file) throws CommandException {
    Path root = proc.resolve("root");
    if (Files.isReadable(root) && !Files.exists(Path.of(root.toString(), file.toString()))) {
      throw new CommandException(
          "process "
              + pid
              + " is in a container where there is no "
              + file
              + ": put the jar there, at the same path, or run this by 'docker exec'");
    }
  }

  private List<String> lines(String name) {
    return lines(proc.resolve(name));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
    } catch (IOException e) {
      return List.of(); // Not Linux, or not for us to read: nothing is known.
    }
  }

  private static String field(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("0");
  }
}
