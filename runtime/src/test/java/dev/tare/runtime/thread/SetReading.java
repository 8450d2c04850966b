package dev.tare.runtime.thread;

import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** What readings read where a test on an {@link OwnRuntime} sets it. */
final class SetReading {
  static volatile long reading;

  private SetReading() {}

  /** Has it read, before anything asks for a reading. */
  static void use(long first) throws ReflectiveOperationException {
    MethodType type = MethodType.methodType(long.class);
    Settings.freezeReading(
        ReadingSource.METHOD,
        MethodHandles.lookup().findStatic(SetReading.class, "now", type),
        Settings.NOT_MEASURED);
    reading = first;
  }

  static long now() {
    return reading;
  }
}
