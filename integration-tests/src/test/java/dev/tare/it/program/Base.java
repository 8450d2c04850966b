package dev.tare.it.program;

/** The public superclass of a class that is defined by loaders of its own. */
public class Base {
  protected final int value;

  protected Base(int value) {
    this.value = value;
  }
}
