package dev.tare.it.launch;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All that a program did to the world around it, as far as one can compare it with another run.
 *
 * @param exitStatus its exit status
 * @param stdout its standard output
 * @param stderr its own lines on standard error
 * @param files digests of the files that it wrote, by their path in its working directory
 */
public record Traces(
    int exitStatus, String stdout, List<String> stderr, SortedMap<String, String> files) {

  /** Those of a run in this working directory, which was empty at its start. */
  public static Traces of(Outcome outcome, Path directory) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(path).toString(), digest(Files.readAllBytes(path)));
      }
    }
    return new Traces(outcome.exitStatus(), outcome.stdout(), outcome.otherErrorLines(), files);
  }

  /** A folder below the output of the tests, with nothing in it. */
  public static Path emptyDirectory(String name) throws IOException {
    Path directory = Workspace.output(name);
    List<Path> old = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      paths.sorted(Comparator.reverseOrder()).forEach(old::add);
    }
    for (Path path : old) {
      Files.delete(path);
    }
    return Files.createDirectory(directory);
  }

  private static String digest(byte[] bytes) {
    try {
      return new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(bytes)).toString(16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
