package dev.tare.it.jboss.greeting;

/** What one module exports to another. */
public final class Greeting {
  private Greeting() {}

  public static String greet(String name) {
    return "Hello, " + name;
  }
}
