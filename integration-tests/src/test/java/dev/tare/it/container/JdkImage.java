package dev.tare.it.container;

import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * An image without any registry: a JDK of this machine, the libraries that it names, a shell, the
 * profiler and the programs.
 */
final class JdkImage {
  static final String JAVA = "/jdk/bin/java";
  static final String PROFILER = "/app/profiler.jar";
  static final String CLASSES = "/app/classes";

  private static final List<String> PROGRAMS = List.of("/bin/sh", "/bin/cat", "/bin/sleep");

  /**
   * Links followed, without sources, modules to link, and what draws on screens; the *.jsa archives
   * stay.
   */
  private static final String COPY =
      "tar -C \"$0\" -ch --exclude=src.zip --exclude=jmods --exclude=demo --exclude=man"
          + " --exclude='libawt*' --exclude='libfontmanager*' --exclude='libjsound*' ."
          + " | tar -C \"$1\" -x";

  private JdkImage() {}

  /**
   * Makes it, and returns its name.
   *
   * @param host where the engine listens
   */
  static String of(Jdk jdk, String host) throws IOException {
    Path root = Traces.emptyDirectory("image-" + jdk.feature());
    Path home = jdk.home().orElseThrow();
    Path copy = Files.createDirectory(root.resolve("jdk"));
    Tool.run("sh", "-c", COPY, home.toString(), copy.toString());
    for (String file : files(root)) {
      Tool.run("cp", "-L", "--parents", file, root.toString());
    }
    Path app = Files.createDirectory(root.resolve("app"));
    Files.copy(Workspace.profilerJar(), app.resolve("profiler.jar"));
    Tool.run(
        "cp", "-r", TargetClasses.of(jdk).classes().toString(), app.resolve("classes").toString());
    for (String directory : List.of("tmp", "out", "proc", "dev", "etc")) {
      Files.createDirectories(root.resolve(directory));
    }
    Tool.run("chmod", "1777", root.resolve("tmp").toString(), root.resolve("out").toString());
    Tool.run("chmod", "-R", "a+rX", root.resolve("jdk").toString(), app.toString());
    String name = "tare-it-" + jdk.feature();
    Path archive = root.resolveSibling(root.getFileName() + ".tar");
    Tool.run("tar", "-C", root.toString(), "-cf", archive.toString(), ".");
    Tool.run("docker", "--host", host, "import", archive.toString(), name);
    Tool.run("rm", "-rf", root.toString(), archive.toString());
    return name + ":latest";
  }

  /** The programs, and every library that they or the JDK's name. */
  private static Set<String> files(Path root) throws IOException {
    List<String> binaries = new ArrayList<>(PROGRAMS);
    binaries.add(root.resolve("jdk/bin/java").toString());
    try (Stream<Path> libraries = Files.walk(root.resolve("jdk/lib"))) {
      libraries.map(Path::toString).filter(name -> name.endsWith(".so")).forEach(binaries::add);
    }
    Set<String> files = new TreeSet<>(PROGRAMS);
    for (String binary : binaries) {
      for (String word : Tool.run("ldd", binary).split("\\s+", -1)) {
        if (word.startsWith("/") && !word.startsWith(root.toString())) {
          files.add(word.replaceFirst(":$", ""));
        }
      }
    }
    return files;
  }
}
