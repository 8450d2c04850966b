package dev.tare.agent;

import java.lang.reflect.InvocationTargetException;

/** Where {@code java -jar profiler.jar} enters; hands over to {@code dev.tare.report.Main}. */
public final class CommandMain {
  private CommandMain() {}

  /** Runs one command, and exits with its status. */
  public static void main(String[] args) throws Exception {
    try {
      IsolatedLoader.create()
          .loadClass("dev.tare.report.Main")
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
