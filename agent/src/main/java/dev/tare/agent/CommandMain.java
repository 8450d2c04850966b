package dev.tare.agent;

import java.lang.reflect.InvocationTargetException;

/** Where {@code java -jar profiler.jar} enters; hands over to whoever has the command. */
public final class CommandMain {
  private CommandMain() {}

  /** Runs one command, and exits with its status. */
  public static void main(String[] args) throws Exception {
    try {
      IsolatedLoader.create()
          .loadClass(
              args.length > 0 && args[0].equals("counters")
                  ? "dev.tare.counters.CountersCommand"
                  : "dev.tare.report.Main")
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
