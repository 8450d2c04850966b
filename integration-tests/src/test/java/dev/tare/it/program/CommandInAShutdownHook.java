package dev.tare.it.program;

import java.nio.file.Path;

/** Uses CPU time; then a shutdown hook of the application tells the profiler something. */
public final class CommandInAShutdownHook {
  private CommandInAShutdownHook() {}

  /**
   * Runs the program.
   *
   * @param args the command; the milliseconds of CPU time; and the file, for a dump
   */
  public static void main(String[] args) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> tell(args), "main/hook"));
    Thread burner = new Thread(() -> Controlled.burn(Long.parseLong(args[1])), "burner");
    burner.start();
    burner.join();
  }

  private static void tell(String[] args) {
    try {
      Class<?> profiler = Class.forName("dev.tare.api.Profiler");
      Object done =
          args.length > 2
              ? profiler.getMethod(args[0], Path.class).invoke(null, Path.of(args[2]))
              : profiler.getMethod(args[0]).invoke(null);
      System.out.println(done);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
