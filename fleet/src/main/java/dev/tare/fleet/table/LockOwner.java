package dev.tare.fleet.table;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The process that writes to a table.
 *
 * @param host its machine's name, or its pod's
 * @param machine in which numbers of processes mean the same; "" where that is not known
 * @param pid its number
 * @param started when it began, as the system has it; "" where it does not tell
 * @param since when it took the table
 */
record LockOwner(String host, String machine, long pid, String started, Instant since) {

  static LockOwner ofThisProcess(Instant since) {
    ProcessHandle process = ProcessHandle.current();
    return new LockOwner(hostName(), thisMachine(), process.pid(), started(process), since);
  }

  /** In words. */
  String description() {
    return host.isEmpty() ? "another process" : "process " + pid + " on " + host;
  }

  /** Whether it is known to have ended: it was on this machine, and is not there any more. */
  boolean hasEnded() {
    return !machine.isEmpty()
        && machine.equals(thisMachine())
        && !ProcessHandle.of(pid)
            .filter(ProcessHandle::isAlive)
            .map(LockOwner::started)
            .filter(started::equals)
            .isPresent();
  }

  private static String started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "an unknown host";
    }
  }

  /** Containers of one machine, and pods of one name, have other numbers of processes. */
  private static String thisMachine() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
          + " "
          + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
