package dev.tare.it.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A JVM that was started. */
public final class RunningJvm {
  private final Jdk jdk;
  private final String command;
  private final Process process;
  private final Path stdout;
  private final Path stderr;
  private final Duration patience;

  RunningJvm(
      Jdk jdk, String command, Process process, Path stdout, Path stderr, Duration patience) {
    this.jdk = jdk;
    this.command = command;
    this.process = process;
    this.stdout = stdout;
    this.stderr = stderr;
    this.patience = patience;
  }

  /**
   * Waits until the program has printed a line.
   *
   * @throws AssertionError where it ended or hung before
   */
  public RunningJvm awaitLine(String line) {
    try {
      long end = System.nanoTime() + patience.toNanos();
      while (Files.readString(stdout, StandardCharsets.UTF_8).lines().noneMatch(line::equals)) {
        if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
          throw new AssertionError("it ended without printing '" + line + "'\n" + await());
        }
        if (System.nanoTime() > end) {
          throw hung();
        }
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Waits until standard error has a line that begins so. */
  public RunningJvm awaitErrorLine(String beginning) {
    try {
      long end = System.nanoTime() + patience.toNanos();
      while (Files.readString(stderr, StandardCharsets.UTF_8)
          .lines()
          .noneMatch(line -> line.startsWith(beginning))) {
        if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
          throw new AssertionError("it ended without saying '" + beginning + "'\n" + await());
        }
        if (System.nanoTime() > end) {
          throw hung();
        }
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Says a line to the program's standard input, and waits until it has printed an answer. */
  public RunningJvm tell(String line, String answer) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return awaitLine(answer);
  }

  /**
   * Runs one of the profiler's commands for this JVM, on the same JDK.
   *
   * @param name the command's name
   * @param more what follows the process id
   */
  public Outcome command(String name, String... more) {
    return startCommand(name, more).await();
  }

  /** Starts one of the profiler's commands for this JVM, on the same JDK. */
  public RunningJvm startCommand(String name, String... more) {
    List<String> words = new ArrayList<>(List.of(name, Long.toString(pid())));
    words.addAll(List.of(more));
    return JavaRun.on(jdk)
        .options("-XX:TieredStopAtLevel=1", "-jar", Workspace.profilerJar().toString())
        .main(words.get(0), words.subList(1, words.size()).toArray(new String[0]))
        .start();
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** All lines that the program has printed so far. */
  public List<String> lines() {
    try {
      return Files.readString(stdout, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the program to end, as {@code kill} does (SIGTERM). */
  public RunningJvm terminate() {
    process.destroy();
    return this;
  }

  /**
   * Skips the test where the program cannot be interrupted: a shell lets what it starts in the
   * background ignore SIGINT, and what that starts ignores it too. To be called before another
   * program is stopped, which would stay so.
   */
  public RunningJvm requireInterrupts() {
    try {
      if (ignoresInterrupts()) {
        kill();
        Assumptions.abort("SIGINT is ignored in this test run");
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Interrupts the program, as Ctrl-C does in a terminal, if {@link #requireInterrupts} lets it.
   */
  public RunningJvm interrupt() {
    return requireInterrupts().signal("INT");
  }

  /** Sends the program a signal by its name, such as STOP. */
  public RunningJvm signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** By the mask of ignored signals, proc(5), where there is one. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    return Files.readString(status, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("SigIgn:"))
        .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
  }

  /** Ends the program at once, as {@code kill -9} does. */
  public RunningJvm kill() {
    process.destroyForcibly();
    return this;
  }

  /** What the JVM says to a diagnostic command, by {@code jcmd}. */
  public String diagnose(String diagnostic) throws IOException {
    try {
      return jcmd(diagnostic);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Whether it has not ended yet. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the end. */
  public Outcome await() {
    try {
      if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        throw hung();
      }
      return outcome();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private Outcome outcome() throws IOException {
    String out = Files.readString(stdout, StandardCharsets.UTF_8);
    String err = Files.readString(stderr, StandardCharsets.UTF_8);
    Files.deleteIfExists(stdout);
    Files.deleteIfExists(stderr);
    return new Outcome(command, process.exitValue(), out, err);
  }

  private AssertionError hung() throws IOException, InterruptedException {
    String threads = jcmd("Thread.print");
    process.destroyForcibly().waitFor();
    return new AssertionError(
        "still running after " + patience + "\n" + threads + "\n" + outcome());
  }

  private String jcmd(String diagnostic) throws IOException, InterruptedException {
    Path dump = Files.createTempFile("diagnosed", ".txt");
    Process jcmd =
        new ProcessBuilder(jdk.tool("jcmd").toString(), Long.toString(pid()), diagnostic)
            .redirectErrorStream(true)
            .redirectOutput(dump.toFile())
            .start();
    if (!jcmd.waitFor(30, TimeUnit.SECONDS)) {
      jcmd.destroyForcibly();
    }
    String text = Files.readString(dump, StandardCharsets.UTF_8);
    Files.delete(dump);
    return text;
  }

  private AssertionError interrupted(InterruptedException cause) {
    process.destroyForcibly();
    Thread.currentThread().interrupt();
    return new AssertionError("the test was interrupted", cause);
  }
}
