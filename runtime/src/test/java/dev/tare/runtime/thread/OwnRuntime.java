package dev.tare.runtime.thread;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;

/**
 * Runs a test's code on a runtime of its own: what {@link Settings} say holds for the life of the
 * classes that read them, and the other tests' say nothing of tiers, for example.
 */
final class OwnRuntime extends ClassLoader {
  private static final String RUNTIME = "dev.tare.runtime.";

  private OwnRuntime() {
    super(OwnRuntime.class.getClassLoader());
  }

  /**
   * Calls a static method without parameters of a class of this package.
   *
   * @param on the fields of {@link Settings} that are true
   */
  static void run(String className, String method, String... on) throws Throwable {
    OwnRuntime loader = new OwnRuntime();
    Class<?> settings = loader.loadClass(RUNTIME + "config.Settings");
    for (String name : on) {
      var setting = settings.getDeclaredField(name);
      setting.setAccessible(true);
      setting.setBoolean(null, true);
    }
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
