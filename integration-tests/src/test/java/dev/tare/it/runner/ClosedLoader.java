package dev.tare.it.runner;

import java.io.IOException;

/**
 * Defines one class itself, and knows {@code java.*} and nothing else: no class path, no system
 * loader. Its parent is the boot loader, or it asks the boot loader only for what it lets pass.
 */
public final class ClosedLoader extends ClassLoader {
  private final String ownClass;
  private final boolean refuses;

  /**
   * @param ownClass the class that it defines from the class path's bytes
   * @param refuses whether it refuses, before any parent is asked, every name that is not {@code
   *     java.*}
   */
  public ClosedLoader(String ownClass, boolean refuses) {
    super(null);
    this.ownClass = ownClass;
    this.refuses = refuses;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      if (name.equals(ownClass)) {
        return findClass(name);
      }
      if (refuses && !name.startsWith("java.")) {
        throw new ClassNotFoundException("refused: " + name);
      }
      return super.loadClass(name, resolve);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!name.equals(ownClass)) {
      throw new ClassNotFoundException(name);
    }
    try {
      byte[] bytes = ClassBytes.of(name);
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
