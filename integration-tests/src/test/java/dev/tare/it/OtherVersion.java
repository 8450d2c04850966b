package dev.tare.it;

import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/** A jar as another version of the profiler has it, whose runtime this one cannot work with. */
final class OtherVersion {
  private static final String RUNTIME = "dev/tare/runtime/";

  private OtherVersion() {}

  /**
   * Writes it: the same but for the runtime's classes, none of which can be loaded.
   *
   * @return the file
   */
  static Path at(Path file) throws IOException {
    try (JarFile jar = new JarFile(Workspace.profilerJar().toFile());
        OutputStream out = Files.newOutputStream(file);
        JarOutputStream other = new JarOutputStream(out)) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        other.putNextEntry(new JarEntry(entry.getName()));
        if (entry.getName().startsWith(RUNTIME) && !entry.isDirectory()) {
          other.write("of another version".getBytes(StandardCharsets.UTF_8));
        } else {
          try (InputStream in = jar.getInputStream(entry)) {
            in.transferTo(other);
          }
        }
      }
    }
    return file;
  }
}
