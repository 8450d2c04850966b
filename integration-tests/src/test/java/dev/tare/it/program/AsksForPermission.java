package dev.tare.it.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** Prints what a security manager lets it do, in its first thread and in another. */
public final class AsksForPermission {
  private AsksForPermission() {}

  public static void main(String[] args) throws InterruptedException {
    ask(args[0]);
    Thread other = new Thread(() -> ask(args[0]));
    other.start();
    other.join();
    if (args[1].equals("exit")) {
      System.exit(0); // so the end of the JVM is in this thread, below main
    }
  }

  private static void ask(String file) {
    answer("java.version", () -> System.getProperty("java.version").isEmpty());
    answer("user.home", () -> System.getProperty("user.home").isEmpty());
    answer("read", () -> Files.exists(Path.of(file)));
    answer("write", () -> Files.createFile(Path.of(file)) != null);
    answer("a new class", () -> Later.answer());
  }

  private static void answer(String question, Callable<Boolean> action) {
    String answer;
    try {
      answer = action.call().toString();
    } catch (Exception e) {
      answer = e.getClass().getName();
    }
    System.out.println(question + ": " + answer);
  }

  /** Woven when others are on the stack that have no permission. */
  private static final class Later {
    private Later() {}

    static boolean answer() {
      return System.getProperties() == null;
    }
  }
}
