package dev.tare.bench.work;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads every class of a jar, without initialising it, several times, each time in a loader of its
 * own: {@code LoadJar JAR PASSES}. Prints as {@link WorkMain} does: what a pass loaded and what it
 * took. The first pass finds the JVM and the profiler cold, as a program's start does; the last
 * ones find them compiled.
 */
public final class LoadJar {
  /** Key: bytes of the class files that a pass loaded. */
  public static final String BYTES = "class_bytes";

  /** Key: classes that could not be loaded, because a superclass of theirs is not in the jar. */
  public static final String NOT_LOADED = "not_loaded";

  /** Key: nanoseconds of a pass; one line for each. */
  public static final String PASS = "pass_ns";

  private LoadJar() {}

  public static void main(String[] args) throws IOException, ClassNotFoundException {
    Path jar = Path.of(args[0]);
    int passes = Integer.parseInt(args[1]);
    Map<String, Long> sizes = new LinkedHashMap<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
        String name = entry.getName();
        if (name.endsWith(".class")
            && !name.startsWith("META-INF/")
            && !name.endsWith("-info.class")) {
          String className = name.substring(0, name.length() - ".class".length()).replace('/', '.');
          sizes.put(className, entry.getSize());
        }
      }
    }
    for (int pass = 0; pass < passes; pass++) {
      load(jar, sizes);
    }
  }

  private static void load(Path jar, Map<String, Long> sizes)
      throws IOException, ClassNotFoundException {
    // Its parent is the platform loader: the classes come from the jar, not from this program's
    // class path.
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      long bytes = 0;
      int notLoaded = 0;
      long start = System.nanoTime();
      for (Map.Entry<String, Long> file : sizes.entrySet()) {
        try {
          Class.forName(file.getKey(), false, loader);
          bytes += file.getValue();
        } catch (NoClassDefFoundError e) {
          notLoaded++;
        }
      }
      long nanos = System.nanoTime() - start;
      System.out.println(WorkMain.PREFIX + PASS + " " + nanos);
      System.out.println(WorkMain.PREFIX + BYTES + " " + bytes);
      System.out.println(WorkMain.PREFIX + NOT_LOADED + " " + notLoaded);
    }
  }
}
