package dev.tare.counters;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/**
 * The leave to load native libraries that JDK 24 and later want, see JEP 472: without it they warn
 * on every load, and throw with {@code --illegal-native-access=deny}.
 */
public final class NativeAccess {
  private NativeAccess() {}

  /**
   * Gives it to all unnamed modules, the agent's and the boot loader's among them, as {@code
   * --enable-native-access=ALL-UNNAMED} would. Does nothing on a JDK that does not ask for it.
   *
   * @throws ReflectiveOperationException where a JDK asks, and keeps the way shut
   */
  public static void grant(Instrumentation instrumentation) throws ReflectiveOperationException {
    Method enable;
    try {
      enable = Module.class.getDeclaredMethod("implAddEnableNativeAccessToAllUnnamed");
    } catch (NoSuchMethodException e) {
      return;
    }
    open(instrumentation, Module.class);
    enable.setAccessible(true);
    try {
      enable.invoke(null);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(e.getCause());
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
