package dev.tare.it.runner;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Class files, read as resources, to be defined again by other means. */
public final class ClassBytes {
  private ClassBytes() {}

  /**
   * The class file of this name.
   *
   * @throws IOException where it cannot be read
   */
  public static byte[] of(String className) throws IOException {
    String resource = className.replace('.', '/') + ".class";
    try (InputStream stream = ClassBytes.class.getClassLoader().getResourceAsStream(resource)) {
      return Objects.requireNonNull(stream, resource).readAllBytes();
    }
  }
}
