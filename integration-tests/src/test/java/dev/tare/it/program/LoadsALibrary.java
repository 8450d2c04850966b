package dev.tare.it.program;

/** Calls a restricted method, see JEP 472, and says what came of it. */
public final class LoadsALibrary {
  private LoadsALibrary() {}

  @SuppressWarnings("restricted") // JDK 24 and later warn
  public static void main(String[] args) {
    try {
      System.load("/there/is/no/such/library");
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      System.out.println(e);
    }
  }
}
