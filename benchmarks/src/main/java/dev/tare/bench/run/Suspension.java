package dev.tare.bench.run;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stops a process while another one is measured, so that it takes no processor from it. Where this
 * program ends meanwhile, the process is killed: nobody else would let it go on.
 */
final class Suspension {
  private static final Set<Process> SUSPENDED = ConcurrentHashMap.newKeySet();

  static {
    Thread end = new Thread(() -> SUSPENDED.forEach(Process::destroyForcibly));
    Runtime.getRuntime().addShutdownHook(end);
  }

  private Suspension() {}

  /** Stops it until {@link #end}. */
  static void begin(Process process) throws IOException, InterruptedException {
    SUSPENDED.add(process);
    signal(process, "STOP");
  }

  /** Lets it go on. */
  static void end(Process process) throws IOException, InterruptedException {
    signal(process, "CONT");
    SUSPENDED.remove(process);
  }

  private static void signal(Process process, String name)
      throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (status != 0 && process.isAlive()) {
      throw new IOException("kill -" + name + " ended with status " + status);
    }
  }
}
