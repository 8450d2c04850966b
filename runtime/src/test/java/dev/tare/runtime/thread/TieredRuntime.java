package dev.tare.runtime.thread;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;

/**
 * Runs a test's code on a runtime of its own whose methods have tiers: what {@link Settings} say
 * holds for the life of the classes that read them, and the other tests' have none.
 */
final class TieredRuntime extends ClassLoader {
  private static final String RUNTIME = "dev.tare.runtime.";

  private TieredRuntime() {
    super(TieredRuntime.class.getClassLoader());
  }

  /** Calls a static method without parameters of a class of this package. */
  static void run(String className, String method, boolean foldsRecursion) throws Throwable {
    TieredRuntime loader = new TieredRuntime();
    Class<?> settings = loader.loadClass(RUNTIME + "config.Settings");
    var folds = settings.getDeclaredField("foldsRecursion");
    folds.setAccessible(true);
    folds.setBoolean(null, foldsRecursion);
    settings.getMethod("freezeTiers").invoke(null);
    try {
      var called = loader.loadClass(RUNTIME + "thread." + className).getDeclaredMethod(method);
      called.setAccessible(true);
      called.invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(RUNTIME)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
