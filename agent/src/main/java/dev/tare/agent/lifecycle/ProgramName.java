package dev.tare.agent.lifecycle;

import java.io.File;
import java.nio.file.Path;

/**
 * Which program a JVM runs, as its command line says.
 *
 * @param name the main class, or the file name of the jar: the same on each machine
 * @param key the main class, or the path of the jar: the same wherever the JVM is started, and
 *     another for another project's jar of this name; of Surefire's forks, where they run: each of
 *     them has a new jar, and runs the tests of the project in that directory
 */
record ProgramName(String name, String key) {
  /** This JVM's; empty where it does not say. */
  static ProgramName current() {
    return of(
        System.getProperty("sun.java.command", ""), System.getProperty("java.class.path", ""));
  }

  /**
   * The same.
   *
   * @param command main class or jar, as the command line has it, and arguments
   * @param classPath with {@code -jar}, the jar alone
   */
  static ProgramName of(String command, String classPath) {
    boolean isJar = (command + " ").startsWith(classPath + " ") && new File(classPath).isFile();
    if (isJar) {
      Path jar = Path.of(classPath).toAbsolutePath().normalize();
      String name = String.valueOf(jar.getFileName());
      return name.startsWith(TestFork.SUREFIRE)
          ? new ProgramName(
              TestFork.SUREFIRE, TestFork.SUREFIRE + " in " + Path.of("").toAbsolutePath())
          : new ProgramName(name, jar.toString());
    }
    String mainClass = command.split(" ", 2)[0];
    return new ProgramName(mainClass, mainClass);
  }
}
