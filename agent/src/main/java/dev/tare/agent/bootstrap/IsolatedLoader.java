package dev.tare.agent.bootstrap;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.AllPermission;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private static final String RUNTIME = "dev.tare.runtime.";
  private static final String CLASS_FILE = ".class";

  private final JarFile jar;
  private final String jarUrl;
  private final boolean holdsRuntime;

  private IsolatedLoader(File file, boolean holdsRuntime) throws IOException {
    super("tare", ClassLoader.getPlatformClassLoader());
    this.holdsRuntime = holdsRuntime;
    jar = new JarFile(file, false);
    jarUrl = "jar:" + file.toURI() + "!/";
  }

  private static ProtectionDomain everything() {
    Permissions all = new Permissions();
    all.add(new AllPermission());
    return new ProtectionDomain(null, all);
  }

  /** A loader of the jar that this class came from, for a process without an agent. */
  static IsolatedLoader create() throws IOException {
    return new IsolatedLoader(AgentMain.ownJar(), true);
  }

  /** The same for an agent: the runtime's classes are the boot loader's, and never this one's. */
  static IsolatedLoader besideRuntime() throws IOException {
    return new IsolatedLoader(AgentMain.ownJar(), false);
  }

  /** The runtime's class files in the jar, by internal name. */
  public Map<String, byte[]> runtimeClassFiles() throws IOException {
    Map<String, byte[]> classFiles = new HashMap<>();
    for (JarEntry entry : Collections.list(jar.entries())) {
      String name = entry.getName();
      if (name.startsWith(RUNTIME.replace('.', '/')) && name.endsWith(CLASS_FILE)) {
        classFiles.put(name.substring(0, name.length() - CLASS_FILE.length()), read(entry));
      }
    }
    return classFiles;
  }

  private byte[] read(JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(ATTACH_INTERFACE)) {
      return ClassLoader.getSystemClassLoader().loadClass(name);
    }
    if (name.equals(AgentMain.class.getName())) {
      return AgentMain.class;
    }
    if (name.equals(IsolatedLoader.class.getName())) {
      return IsolatedLoader.class;
    }
    if (name.equals(DefaultTimeZone.class.getName())) {
      return DefaultTimeZone.class;
    }
    String path = name.replace('.', '/');
    JarEntry entry =
        name.startsWith(RUNTIME)
            ? holdsRuntime ? jar.getJarEntry(path + CLASS_FILE) : null
            : jar.getJarEntry(FOLDER + path + ".classdata");
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    try {
      byte[] bytes = read(entry);
      return defineClass(name, bytes, 0, bytes.length, EVERYTHING);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** Straight from the jar: an URL's connection opens it once more. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    JarEntry entry = jar.getJarEntry(FOLDER + name);
    if (entry == null) {
      return super.getResourceAsStream(name);
    }
    try {
      return jar.getInputStream(entry);
    } catch (IOException e) {
      return null; // As its contract has it.
    }
  }

  @Override
  @SuppressWarnings("deprecation") // JDK 20 and later warn; a URI refuses characters of names.
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
