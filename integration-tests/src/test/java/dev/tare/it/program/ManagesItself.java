package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/** Controls its own profiler by JMX, and prints what that says. */
public final class ManagesItself {
  private static final int STEPS = 1_000;

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName profiler = new ObjectName("dev.tare:type=Profiler");

  private ManagesItself() throws Exception {}

  /** The arguments are files for two profiles, and one in a directory that does not exist. */
  public static void main(String[] args) throws Exception {
    ManagesItself console = new ManagesItself();
    while (!console.server.isRegistered(console.profiler)) {
      Thread.sleep(1);
    }
    work();
    console.tell("State");
    console.invoke("stop");
    console.tell("State");
    work();
    console.invoke("start");
    work();
    console.tell("ThreadCount", "NodeCount", "ProbeCount", "Status", "StatusAsJson");
    console.invoke("dump", args[0]);
    console.invoke("reset");
    work();
    console.invoke("dump", args[1]);
    console.invoke("dump");
    console.invoke("dump", args[2]);
  }

  private static void work() {
    for (int i = 0; i < STEPS; i++) {
      step();
    }
  }

  private static void step() {}

  private void tell(String... attributes) throws Exception {
    for (String attribute : attributes) {
      System.out.println(attribute + ": " + server.getAttribute(profiler, attribute));
    }
  }

  private void invoke(String operation, String... arguments) throws Exception {
    String[] types = new String[arguments.length];
    Arrays.fill(types, String.class.getName());
    try {
      System.out.println(operation + ": " + server.invoke(profiler, operation, arguments, types));
    } catch (RuntimeMBeanException e) {
      System.out.println(operation + " refused: " + e.getTargetException().getMessage());
    }
  }
}
