package dev.tare.it.bundle.api;

/** A service that one bundle offers and another uses. */
public interface Greeting {
  String greet(String name);
}
