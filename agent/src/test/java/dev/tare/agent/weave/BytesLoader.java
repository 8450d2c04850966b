package dev.tare.agent.weave;

import java.util.HashMap;
import java.util.Map;

/** Defines the classes that it was given itself; all others come from the tests' own loader. */
final class BytesLoader extends ClassLoader {
  private final Map<String, byte[]> classFiles = new HashMap<>();

  BytesLoader() {
    super(BytesLoader.class.getClassLoader());
  }

  /** A loader of one class. */
  static Class<?> define(String name, byte[] classFile) throws ClassNotFoundException {
    BytesLoader loader = new BytesLoader();
    loader.put(name, classFile);
    return loader.loadClass(name);
  }

  void put(String name, byte[] classFile) {
    classFiles.put(name, classFile);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      byte[] bytes = classFiles.get(name);
      if (loaded != null || bytes == null) {
        return loaded != null ? loaded : super.loadClass(name, resolve);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
