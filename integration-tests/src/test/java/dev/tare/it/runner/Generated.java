package dev.tare.it.runner;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Runs the classes that were written with ASM, because no compiler writes such class files today.
 */
public final class Generated {
  private Generated() {}

  /**
   * Calls {@code static int run(int)} of a generated class, by a method handle.
   *
   * @throws Throwable what it throws
   */
  public static int run(String name, int argument) throws Throwable {
    Class<?> type = Class.forName("dev.tare.it.targets.generated." + name);
    return (int)
        MethodHandles.lookup()
            .findStatic(type, "run", MethodType.methodType(int.class, int.class))
            .invokeExact(argument);
  }
}
