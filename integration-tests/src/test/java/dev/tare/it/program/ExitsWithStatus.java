package dev.tare.it.program;

/** Ends the JVM with a status, from within the JDK's own methods. */
final class ExitsWithStatus {
  private ExitsWithStatus() {}

  public static void main(String[] args) {
    System.exit(Integer.parseInt(args[0]));
  }
}
