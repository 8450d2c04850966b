package dev.tare.counters;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The leave to load native libraries that JDK 24 and later want, see JEP 472: without it they warn
 * on every load, and throw with {@code --illegal-native-access=deny}.
 */
final class NativeAccess {
  private NativeAccess() {}

  /**
   * Gives it to all unnamed modules, the agent's and the boot loader's among them, as {@code
   * --enable-native-access=ALL-UNNAMED} would. Does nothing on a JDK that does not ask for it.
   *
   * @return empty, or why a JDK that asks for it cannot be given it
   */
  static Optional<String> grant(Instrumentation instrumentation) {
    Method enable;
    try {
      enable = Module.class.getDeclaredMethod("implAddEnableNativeAccessToAllUnnamed");
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
    open(instrumentation, Module.class);
    enable.setAccessible(true);
    try {
      enable.invoke(null);
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      return Optional.of("this JDK cannot be given leave to load native code: " + e);
    }
  }

  /**
   * Loads a library for a class of the boot loader as {@link Runtime#load} does behind its question
   * for leave, so that none has to be given. Natives of such classes are linked without one, too.
   *
   * @throws UnsatisfiedLinkError where it cannot be loaded
   */
  static void load(Instrumentation instrumentation, Class<?> forClass, String path) {
    open(instrumentation, Runtime.class);
    try {
      Method load = Runtime.class.getDeclaredMethod("load0", Class.class, String.class);
      load.setAccessible(true);
      load.invoke(Runtime.getRuntime(), forClass, path);
    } catch (ReflectiveOperationException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      UnsatisfiedLinkError error = new UnsatisfiedLinkError(String.valueOf(why.getMessage()));
      error.initCause(why);
      throw error;
    }
  }

  /** Opens the package of a JDK class to the agent's own module, and to nobody else. */
  static void open(Instrumentation instrumentation, Class<?> inPackage) {
    instrumentation.redefineModule(
        inPackage.getModule(),
        Set.of(),
        Map.of(),
        Map.of(inPackage.getPackageName(), Set.of(NativeAccess.class.getModule())),
        Set.of(),
        Map.of());
  }
}
