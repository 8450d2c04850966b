package dev.tare.it.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The current thread's instructions, as a probe reads them, in a program without the profiler but
 * with its jar on the class path.
 */
final class InstructionCounter {
  private static final MethodHandle EVENT = open();

  private InstructionCounter() {}

  /** Only differences mean anything. */
  static long read() {
    try {
      return (long) EVENT.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** What a probe calls: {@code NativeReading.event()}, in the way of the command counters. */
  private static MethodHandle open() {
    try {
      Method create =
          Class.forName("dev.tare.agent.bootstrap.IsolatedLoader").getDeclaredMethod("create");
      create.setAccessible(true);
      ClassLoader loader = (ClassLoader) create.invoke(null);
      Object catalog =
          loader
              .loadClass("dev.tare.counters.EventCatalog")
              .getConstructor(Optional.class)
              .newInstance(Optional.empty());
      Object source =
          catalog.getClass().getMethod("source", String.class).invoke(catalog, "instructions");
      System.out.println("source " + source.getClass().getMethod("source").invoke(source));
      Consumer<String> warnings = System.err::println;
      Optional<?> desk =
          (Optional<?>)
              source
                  .getClass()
                  .getMethod("threadCounters", Consumer.class)
                  .invoke(source, warnings);
      Object counters = desk.orElseThrow();
      Runnable nothing = () -> {};
      counters.getClass().getMethod("start", Runnable.class).invoke(counters, nothing);
      return MethodHandles.publicLookup()
          .findStatic(
              loader.loadClass("dev.tare.runtime.clock.NativeReading"),
              "event",
              MethodType.methodType(long.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
