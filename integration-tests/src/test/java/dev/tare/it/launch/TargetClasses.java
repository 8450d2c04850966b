package dev.tare.it.launch;

import dev.tare.it.generate.GeneratedClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The targets as class files for one JDK: on a later JDK than the build's they are compiled again
 * by its own compiler, to its own version of the class file, together with those that only it
 * understands ({@code src/test/java25}).
 *
 * @param classes the root folder of the class files that compilers wrote
 * @param generated the root folder of those that no compiler writes
 * @param sources the source folders
 */
public record TargetClasses(Path classes, Path generated, List<Path> sources) {
  private static final Map<Jdk, TargetClasses> BY_JDK = new ConcurrentHashMap<>();
  private static final List<String> PACKAGES = List.of("targets", "program", "runner");
  private static final String ROOT = "dev/tare/it";

  /** Those for this JDK, made at the first call. */
  public static TargetClasses of(Jdk jdk) {
    return BY_JDK.computeIfAbsent(jdk, TargetClasses::make);
  }

  /**
   * The binary names of all classes of the package {@code dev.tare.it.targets} that have a {@code
   * main}.
   */
  public List<String> targets() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path folder : sources) {
      try (Stream<Path> files = Files.list(folder.resolve(ROOT).resolve("targets"))) {
        for (Path file : files.sorted().toList()) {
          if (Files.readString(file).contains("void main(")) {
            names.add("dev.tare.it.targets." + file.getFileName().toString().replace(".java", ""));
          }
        }
      }
    }
    return names;
  }

  /** The source file of a target. */
  public Path source(String className) {
    String file = className.replace('.', '/') + ".java";
    return sources.stream()
        .map(folder -> folder.resolve(file))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow();
  }

  private static TargetClasses make(Jdk jdk) {
    try {
      Path common = Workspace.sources().resolve("java");
      Path generated = Workspace.output("generated-" + jdk.feature());
      GeneratedClasses.writeTo(generated);
      if (jdk.feature() < 25) {
        return new TargetClasses(Workspace.classes(), generated, List.of(common));
      }
      List<Path> sources = List.of(common, Workspace.sources().resolve("java25"));
      Path classes = Workspace.output("classes-" + jdk.feature());
      compile(jdk, sources, classes);
      return new TargetClasses(classes, generated, sources);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("the test was interrupted", e);
    }
  }

  private static void compile(Jdk jdk, List<Path> folders, Path classes)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(jdk.tool("javac").toString(), "-nowarn", "-proc:none"));
    command.addAll(
        List.of("-classpath", System.getProperty("java.class.path"), "-d", classes.toString()));
    for (Path folder : folders) {
      for (String name : PACKAGES) {
        Path sourcePackage = folder.resolve(ROOT).resolve(name);
        if (Files.isDirectory(sourcePackage)) {
          try (Stream<Path> files = Files.list(sourcePackage)) {
            files.map(Path::toString).forEach(command::add);
          }
        }
      }
    }
    Path messages = classes.resolveSibling(classes.getFileName() + ".txt");
    Process javac =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(messages.toFile())
            .start();
    if (javac.waitFor() != 0) {
      throw new AssertionError(Files.readString(messages));
    }
  }
}
