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

  /** Whether the agent's own module has it, or need not. */
  static boolean isGranted() {
    try {
      Method isEnabled = Module.class.getMethod("isNativeAccessEnabled"); // from JDK 22 on
      return (boolean) isEnabled.invoke(NativeAccess.class.getModule());
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
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
