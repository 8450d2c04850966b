package dev.tare.bench.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jar or the folder that a class of the class path comes from. */
public record ClassJar(Path path) {

  /** Where this class comes from; it is not initialised. */
  public static ClassJar holding(String className) throws IOException {
    try {
      Class<?> found = Class.forName(className, false, ClassJar.class.getClassLoader());
      return new ClassJar(
          Path.of(found.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** Binary names of all its classes, those of a multi-release jar's later releases left out. */
  public List<String> classNames() throws IOException {
    if (Files.isDirectory(path)) {
      return classNames(path);
    }
    try (FileSystem jar = FileSystems.newFileSystem(path)) {
      return classNames(jar.getPath("/"));
    }
  }

  /** Binary names of this class and of those nested in it. */
  public List<String> nest(String className) throws IOException {
    return classNames().stream()
        .filter(name -> name.equals(className) || name.startsWith(className + "$"))
        .toList();
  }

  private static List<String> classNames(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .filter(file -> !file.startsWith("META-INF"))
          .map(
              file ->
                  file.substring(0, file.length() - ".class".length()).replaceAll("[/\\\\]", "."))
          .sorted()
          .toList();
    }
  }
}
