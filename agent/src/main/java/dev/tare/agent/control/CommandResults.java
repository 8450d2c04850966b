package dev.tare.agent.control;

import dev.tare.agent.bootstrap.AgentMain;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import jdk.internal.vm.VMSupport;

/**
 * How a command learns what became of it: by the properties that the attach interface reads ({@code
 * VirtualMachine.getAgentProperties}). No port, no file, and nobody but who may attach; the
 * application does not see them.
 */
public final class CommandResults {
  /** Where the agent's jar is; there as long as there is an agent. */
  private static final String JAR = "dev.tare.jar";

  private static final String PREFIX = "dev.tare.answer.";

  /** Of those that were never fetched, the last are kept. */
  private static final int KEPT = 16;

  private static final Deque<String> KEYS = new ArrayDeque<>();

  private CommandResults() {}

  public static void tellWhereTheAgentIs() throws IOException {
    properties().setProperty(JAR, AgentMain.ownJar().getAbsolutePath());
  }

  /**
   * Leaves an answer.
   *
   * @param id the command's own
   * @param status 0: done; 1: it failed; 2: wrong usage; 3: it failed, because the JVM is ending
   */
  public static synchronized void leave(String id, int status, String text) {
    String key = PREFIX + id;
    properties().setProperty(key, status + text);
    KEYS.add(key);
    if (KEYS.size() > KEPT) {
      properties().remove(KEYS.remove());
    }
  }

  private static Properties properties() {
    return VMSupport.getAgentProperties();
  }
}
