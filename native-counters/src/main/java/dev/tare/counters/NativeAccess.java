package dev.tare.counters;

import java.lang.instrument.Instrumentation;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import jdk.internal.access.SharedSecrets;

/**
 * The leave to load native libraries that JDK 24 and later want, see JEP 472: without it they warn
 * on every load, and throw with {@code --illegal-native-access=deny}.
 */
final class NativeAccess {
  private static final int WANTED_SINCE = 24;

  private static boolean granted;

  private NativeAccess() {}

  /**
   * Gives it to jffi, JNR-FFI's native part, and to nobody else, the application among them.
   * Unnamed modules all share one leave ({@code Module.moduleForNativeAccess}), so jffi's packages
   * in this loader become a named module. Before the first class of jffi is loaded.
   */
  static synchronized void grantJffi() {
    if (granted || Runtime.version().feature() < WANTED_SINCE) {
      return;
    }
    Configuration configuration =
        ModuleLayer.boot()
            .configuration()
            .resolve(new JffiModule(), ModuleFinder.of(), Set.of(JffiModule.NAME));
    Module jffi =
        ModuleLayer.boot()
            .defineModules(configuration, name -> NativeAccess.class.getClassLoader())
            .findModule(JffiModule.NAME)
            .orElseThrow();
    SharedSecrets.getJavaLangAccess().addEnableNativeAccess(jffi);
    granted = true;
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
