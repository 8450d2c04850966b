package dev.tare.it.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/**
 * The classes of a jar that are there for one release of Java: those at its root, or those of one
 * folder of {@code META-INF/versions} (see {@link JarFile} on multi-release jars).
 *
 * @param jar the jar
 * @param release feature release; the root's classes count as those of the first that knows no
 *     others
 * @param classNames binary names, in the order of the jar
 */
record JarView(Path jar, int release, List<String> classNames) {
  /** The last release before multi-release jars. */
  static final int BASE = 8;

  private static final String VERSIONS = "META-INF/versions/";
  private static final String CLASS = ".class";

  /** All views of a jar, the root's first. */
  static List<JarView> of(Path jar) throws IOException {
    TreeMap<Integer, List<String>> byRelease = new TreeMap<>();
    byRelease.put(BASE, new ArrayList<>());
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      zip.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(CLASS) && !name.endsWith("module-info.class"))
          .forEach(name -> add(name, byRelease));
    }
    return byRelease.entrySet().stream()
        .map(entry -> new JarView(jar, entry.getKey(), entry.getValue()))
        .toList();
  }

  private static void add(String entry, TreeMap<Integer, List<String>> byRelease) {
    int release = BASE;
    String path = entry;
    if (entry.startsWith(VERSIONS)) {
      int slash = entry.indexOf('/', VERSIONS.length());
      release = Integer.parseInt(entry.substring(VERSIONS.length(), slash));
      path = entry.substring(slash + 1);
    }
    String name = path.substring(0, path.length() - CLASS.length()).replace('/', '.');
    byRelease.computeIfAbsent(release, key -> new ArrayList<>()).add(name);
  }

  /** The jar as it looks on this release; signatures are checked as entries are read. */
  JarFile open() throws IOException {
    return new JarFile(
        jar.toFile(),
        true,
        ZipFile.OPEN_READ,
        release == BASE ? JarFile.baseVersion() : Runtime.Version.parse(Integer.toString(release)));
  }

  /** The entry of a class. */
  static String entry(String className) {
    return className.replace('.', '/') + CLASS;
  }

  /** Whether the open jar has the class. */
  static boolean has(JarFile open, String className) {
    JarEntry entry = open.getJarEntry(entry(className));
    return entry != null;
  }

  @Override
  public String toString() {
    String name = String.valueOf(jar.getFileName());
    return release == BASE ? name : name + "!" + release;
  }
}
