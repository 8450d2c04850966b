package dev.tare.it.module;

/** A program in a named module, in a package that nobody else can reach into. */
public final class InAModule {
  private InAModule() {}

  public static void main(String[] args) {
    for (int i = 0; i < 10; i++) {
      new Inner().work(); // assertCalls(Inner.<init>, 10) assertCalls(work, 10)
    }
    System.out.println(InAModule.class.getModule().getName());
  }

  private static final class Inner {
    void work() {}
  }
}
