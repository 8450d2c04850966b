package dev.tare.agent.control.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A process that has ended, and whose parent never asks what became of it. */
@EnabledOnOs(OS.LINUX)
class EndedProcessTest {
  private final Process parent;
  private long pid;

  /** A shell waits for its children; the program that takes its place does not know of them. */
  EndedProcessTest() throws IOException {
    String child = "until grep -q sleep /proc/$PPID/comm; do sleep 0.01; done";
    String script = "sh -c '" + child + "' & echo $!; exec sleep 600";
    parent = new ProcessBuilder("sh", "-c", script).start();
  }

  @BeforeEach
  void awaitItsEnd() throws Exception {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.US_ASCII))) {
      pid = Long.parseLong(lines.readLine());
    }
    Path status = Path.of("/proc", Long.toString(pid), "status");
    while (!Files.readString(status).contains("State:\tZ")) {
      Thread.sleep(5);
    }
    assertTrue(ProcessHandle.of(pid).isPresent(), "it is in the system's list");
  }

  @AfterEach
  void end() throws InterruptedException {
    parent.destroyForcibly().waitFor();
  }

  @Test
  void itIsNotAlive() {
    assertFalse(new JvmProcess(pid).isAlive());
    assertTrue(new JvmProcess(parent.pid()).isAlive());
  }

  @Test
  void aCommandToItSaysSo() {
    JvmProcess process = new JvmProcess(pid);
    assertEquals(
        "process " + pid + " has ended",
        assertThrows(CommandException.class, process::check).getMessage());
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void aRecordingEndsWithItAndKeepsItsProfile() throws CommandException {
    PrintWriter err = new PrintWriter(new StringWriter());
    new RecordingWait(new JvmProcess(pid), TimeUnit.HOURS.toNanos(1), err).await();
    TargetJvm jvm = new TargetJvm(pid, Path.of("profiler.jar"));
    Recorded recorded = new Recorded(jvm, pid, "", Path.of("/tmp/profile.json"), err::println);
    assertEquals(
        "profile in /tmp/profile.json, process " + pid + " ended before the recording did",
        recorded.end());
    recorded.leave();
  }
}
