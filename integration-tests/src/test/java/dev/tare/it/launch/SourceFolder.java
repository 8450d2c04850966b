package dev.tare.it.launch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Programs that are compiled against somebody's jars when a test needs them, so that those jars are
 * not on the tests' own class path.
 */
public final class SourceFolder {
  /** Folders of class files that are whole. */
  private static final Set<Path> COMPILED = new HashSet<>();

  private SourceFolder() {}

  /**
   * Compiles a folder of {@code src/test/frameworks}, the first time that it is asked for.
   *
   * @param name the folder
   * @param jars folders of jars, or of classes, that its sources need
   * @return the folder of class files
   */
  public static Path compile(String name, Path... jars) throws IOException {
    return compile(Jdk.running(), Jdk.RELEASES.get(0), name, jars);
  }

  /**
   * The same for jars that ask for a later release.
   *
   * @param jdk the JDK whose compiler is taken
   * @param release the release that it compiles for
   */
  public static Path compile(Jdk jdk, int release, String name, Path... jars) throws IOException {
    return compile(jdk, release, false, name, jars);
  }

  /** The same as the first, with the annotation processors that are among the jars. */
  public static Path compileWithProcessors(String name, Path... jars) throws IOException {
    return compile(Jdk.running(), Jdk.RELEASES.get(0), true, name, jars);
  }

  private static synchronized Path compile(
      Jdk jdk, int release, boolean processes, String name, Path... jars) throws IOException {
    Path sources = Workspace.sources().resolve("frameworks").resolve(name);
    Path classes = Workspace.output("frameworks").resolve(name);
    if (COMPILED.contains(classes)) {
      return classes;
    }
    List<String> command = new ArrayList<>(List.of(jdk.tool("javac").toString()));
    command.addAll(List.of("--release", Integer.toString(release)));
    if (!processes) {
      command.add("-proc:none");
    }
    command.addAll(List.of("-nowarn", "-parameters", "-classpath"));
    command.add(
        Stream.concat(Stream.of(Workspace.classes()), Stream.of(jars).flatMap(SourceFolder::jarsIn))
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    command.addAll(List.of("-d", classes.toString()));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(command::add);
    }
    Tool.run(command.toArray(String[]::new));
    COMPILED.add(classes);
    return classes;
  }

  private static Stream<Path> jarsIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return Stream.concat(
          Stream.of(folder),
          files.filter(file -> file.toString().endsWith(".jar")).toList().stream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Packs a part of a folder of classes.
   *
   * @param jar the jar to write
   * @param manifest its manifest
   * @param classes the folder of class files
   * @param part the folder below it to take, with slashes; empty for all
   * @param prefix what to put before each entry's name
   */
  public static Path pack(Path jar, Manifest manifest, Path classes, String part, String prefix)
      throws IOException {
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> files = Files.walk(classes.resolve(part))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(prefix + classes.relativize(file)));
        Files.copy(file, out);
      }
    }
    return jar;
  }
}
