package dev.tare.agent.lifecycle;

import java.io.File;

/** How large the files of the class path are, which tells early how large a program is. */
final class ClassPathSize {
  /**
   * Of a large program, in bytes. H2 and the Eclipse compiler have 3 MB each, which load 8,000 and
   * 10,000 methods; a Spring Boot service with JPA has 53 MB, and loads 89,000.
   */
  private static final long LARGE = 25_000_000;

  private ClassPathSize() {}

  /** Whether this JVM's class path is that of a large program. */
  static boolean isLarge() {
    return isLarge(System.getProperty("java.class.path", ""));
  }

  /** Whether a class path is that of a large program; what is not there counts for nothing. */
  static boolean isLarge(String classPath) {
    long bytes = 0;
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      bytes += new File(entry).isFile() ? new File(entry).length() : 0;
    }
    return bytes >= LARGE;
  }
}
