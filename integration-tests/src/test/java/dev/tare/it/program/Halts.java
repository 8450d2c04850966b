package dev.tare.it.program;

/** Ends the JVM without shutdown hooks: nobody gets to write a profile. */
public final class Halts {
  private Halts() {}

  public static void main(String[] args) {
    work();
    Runtime.getRuntime().halt(3);
  }

  private static void work() {}
}
