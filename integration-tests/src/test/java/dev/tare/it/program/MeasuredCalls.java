package dev.tare.it.program;

import java.lang.reflect.Proxy;

/** Asks the profiler's API, which these programs do not have at hand, for calls of a block. */
final class MeasuredCalls {
  private MeasuredCalls() {}

  /**
   * Runs a block, and says how many calls the profiler has seen of a method meanwhile.
   *
   * @param profiler the API's class of this name
   */
  static long of(Class<?> profiler, Class<?> owner, String method, Runnable run)
      throws ReflectiveOperationException {
    Class<?> block = Class.forName("dev.tare.api.Block");
    Object running =
        Proxy.newProxyInstance(
            block.getClassLoader(),
            new Class<?>[] {block},
            (proxy, called, arguments) -> {
              run.run();
              return null;
            });
    Object measured = profiler.getMethod("measure", block).invoke(null, running);
    return (Long)
        measured
            .getClass()
            .getMethod("calls", String.class)
            .invoke(measured, owner.getName() + "#" + method);
  }
}
