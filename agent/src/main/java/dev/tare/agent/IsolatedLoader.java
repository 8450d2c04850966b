package dev.tare.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.security.AllPermission;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads what stands below {@code isolated/} in the jar, where classes are called {@code .classdata}
 * (as in the OpenTelemetry agent): the application never meets our ASM or Jackson, nor do we meet
 * its own. The parent is the platform's loader, so boot classes, the runtime among them, are
 * shared.
 */
public final class IsolatedLoader extends ClassLoader {
  private static final String FOLDER = "isolated/";

  /** What a security manager lets these classes do: no policy knows them. */
  private static final ProtectionDomain EVERYTHING = everything();

  /** Of the JDK's modules, jdk.attach is below the system loader and not the platform's. */
  private static final String ATTACH_INTERFACE = "com.sun.tools.attach.";

  static {
    registerAsParallelCapable();
  }

  private final JarFile jar;
  private final String jarUrl;

  private IsolatedLoader(File file) throws IOException {
    super("tare", ClassLoader.getPlatformClassLoader());
    jar = new JarFile(file, false);
    jarUrl = "jar:" + file.toURI() + "!/";
  }

  private static ProtectionDomain everything() {
    Permissions all = new Permissions();
    all.add(new AllPermission());
    return new ProtectionDomain(null, all);
  }

  /** A loader of the jar that this class came from. */
  static IsolatedLoader create() throws IOException {
    return new IsolatedLoader(ownJar());
  }

  /** The jar that this class came from. */
  public static File ownJar() throws IOException {
    // From the boot class path a class has no code source; the system loader finds the jar by the
    // class.
    String entry = IsolatedLoader.class.getName().replace('.', '/') + ".class";
    URL url = ClassLoader.getSystemResource(entry);
    if (url == null || !url.getProtocol().equals("jar")) {
      throw new IOException("not started from its jar: " + url);
    }
    String path = url.getPath();
    return new File(URI.create(path.substring(0, path.length() - entry.length() - 2)));
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(ATTACH_INTERFACE)) {
      return ClassLoader.getSystemClassLoader().loadClass(name);
    }
    String path = name.replace('.', '/');
    // In a command's process the runtime is on no boot class path.
    JarEntry entry =
        jar.getJarEntry(
            name.startsWith("dev.tare.runtime.") ? path + ".class" : FOLDER + path + ".classdata");
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length, EVERYTHING);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  @Override
  protected @Nullable URL findResource(String name) {
    if (jar.getEntry(FOLDER + name) == null) {
      return null;
    }
    try {
      return new URL(jarUrl + FOLDER + name);
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL url = findResource(name);
    return Collections.enumeration(url == null ? List.of() : List.of(url));
  }
}
