package dev.tare.bench.work;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/**
 * The Eclipse compiler, in one thread: each round compiles the sources of Apache Commons CLI, 36
 * files, in half a million calling contexts.
 */
final class EcjCompile implements Work {
  private static final String SOURCE_IN_JAR = "org/apache/commons/cli/Options.java";

  private final Path sources;

  EcjCompile() throws IOException {
    System.setProperty("jdt.compiler.useSingleThread", "true");
    sources = Files.createTempDirectory("tare-bench-sources");
    extractSources(sources);
  }

  @Override
  public long round() {
    StringWriter messages = new StringWriter();
    PrintWriter writer = new PrintWriter(messages);
    // "-d none": code is generated, files are not written.
    String[] arguments = {
      "-proc:none", "-nowarn", "-17", "-encoding", "UTF-8", "-d", "none", sources.toString()
    };
    if (!BatchCompiler.compile(arguments, writer, writer, null)) {
      throw new IllegalStateException("the compiler says: " + messages);
    }
    return messages.getBuffer().length();
  }

  private static void extractSources(Path target) throws IOException {
    URL one =
        Objects.requireNonNull(
            EcjCompile.class.getClassLoader().getResource(SOURCE_IN_JAR), SOURCE_IN_JAR);
    JarFile jar = ((JarURLConnection) one.openConnection()).getJarFile();
    for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
      if (entry.getName().endsWith(".java")) {
        Path file = target.resolve(entry.getName());
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        try (InputStream content = jar.getInputStream(entry)) {
          Files.copy(content, file);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      files.sorted(Comparator.reverseOrder()).forEach(EcjCompile::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
