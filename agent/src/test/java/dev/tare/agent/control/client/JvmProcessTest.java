package dev.tare.agent.control.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes of which the system says what a test wants. */
@EnabledOnOs(OS.LINUX)
class JvmProcessTest {
  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path proc = Path.of("");

  @Test
  void aProcessThatMayNotBeLookedIntoIsSaidToBeSomebodyElses() throws IOException {
    writeStatus();
    Files.createDirectory(proc.resolve("maps")); // Root may read any file.
    assertEquals(
        "process "
            + PID
            + " may not be looked into: it belongs to another user, or to a container or sandbox;"
            + " run this as its user, and there",
        refusal());
  }

  @Test
  void aJvmThatDoesNotListenIsStartingOrEnding() throws IOException {
    writeStatus();
    Files.writeString(proc.resolve("maps"), "7f00-7f01 r-xp /usr/lib/jvm/lib/server/libjvm.so");
    assertEquals(
        "process "
            + PID
            + " takes no commands: it is starting or ending, or runs with -Xrs and has lost its"
            + " socket in /tmp",
        refusal());
  }

  @Test
  void aJvmThatListensAlreadyNeedsNoSignal() throws Exception {
    writeStatus();
    Files.writeString(proc.resolve("maps"), "7f00-7f01 r-xp /usr/lib/jvm/lib/server/libjvm.so");
    String status = Files.readString(proc.resolve("status"));
    String inside = status.replaceFirst("(?m)^NSpid:.*$", "NSpid:\t" + PID + "\t7");
    Files.writeString(proc.resolve("status"), inside);
    Path folder = Files.createDirectories(proc.resolve("root/tmp"));
    Files.createFile(folder.resolve(".java_pid7"));
    new JvmProcess(PID, proc).check();
  }

  /** As of a program whose first thread ends, and leaves the JVM to others. */
  @Test
  void whereOnlyTheFirstThreadHasEndedTheProcessIsAlive() throws IOException {
    Path status = proc.resolve("status");
    JvmProcess process = new JvmProcess(PID, proc);
    Files.writeString(status, "State:\tZ (zombie)\nThreads:\t12\n");
    assertTrue(process.isAlive());
    Files.writeString(status, "State:\tZ (zombie)\nThreads:\t1\n");
    assertFalse(process.isAlive());
    Files.delete(status);
    assertTrue(process.isAlive(), "not Linux");
  }

  /** Of this process, as if it caught no signal. */
  private void writeStatus() throws IOException {
    String own = Files.readString(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1);
    Files.writeString(proc.resolve("status"), own.replaceFirst("(?m)^SigCgt:.*$", "SigCgt:\t0"));
  }

  private String refusal() {
    JvmProcess process = new JvmProcess(PID, proc);
    return String.valueOf(assertThrows(CommandException.class, process::check).getMessage());
  }
}
