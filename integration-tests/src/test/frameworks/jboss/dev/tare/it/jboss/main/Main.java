package dev.tare.it.jboss.main;

import dev.tare.it.jboss.greeting.Greeting;

/** A module's main class; that of another module comes from another loader. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    for (int i = 0; i < 100; i++) {
      System.out.println(Greeting.greet("module " + i));
    }
    System.out.println(Main.class.getClassLoader() != Greeting.class.getClassLoader());
  }
}
