package dev.tare.agent.calibration.training;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Loads the trainer's kernels: one loader's are woven, like any application's, another's are not.
 */
public final class KernelLoader extends ClassLoader {
  /** Below it are the kernels' internal names. */
  public static final String INTERNAL_PACKAGE = "dev/tare/trainer/";

  private final boolean woven;

  KernelLoader(boolean woven) {
    super("tare-kernels", ClassLoader.getPlatformClassLoader());
    this.woven = woven;
  }

  /** Whether the loader is one whose classes are to be woven. */
  public static boolean weaves(@Nullable ClassLoader loader) {
    return loader instanceof KernelLoader kernels && kernels.woven;
  }

  /** Whether the loader is one of these. */
  public static boolean isOne(@Nullable ClassLoader loader) {
    return loader instanceof KernelLoader;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String path = name.replace('.', '/');
    if (!path.startsWith(INTERNAL_PACKAGE)) {
      throw new ClassNotFoundException(name);
    }
    ClassLoader own = KernelLoader.class.getClassLoader();
    InputStream packed = own.getResourceAsStream(path + ".classdata");
    try (InputStream in = packed == null ? own.getResourceAsStream(path + ".class") : packed) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      // A security manager lets a kernel do what it lets the agent: load the next one.
      return defineClass(name, bytes, 0, bytes.length, KernelLoader.class.getProtectionDomain());
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
