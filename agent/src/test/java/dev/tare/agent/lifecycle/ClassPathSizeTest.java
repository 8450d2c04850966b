package dev.tare.agent.lifecycle;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathSizeTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void allFilesOfAClassPathCountTogether() throws IOException {
    String first = jar("first.jar", 24_999_999);
    assertFalse(ClassPathSize.isLarge(first));
    assertTrue(ClassPathSize.isLarge(first + File.pathSeparator + jar("second.jar", 1)));
  }

  @Test
  void foldersAndWhatIsNotThereCountForNothing() throws IOException {
    jar("unnamed.jar", 30_000_000);
    assertFalse(ClassPathSize.isLarge(folder + File.pathSeparator + folder.resolve("missing.jar")));
    assertFalse(ClassPathSize.isLarge(""));
  }

  private String jar(String name, long bytes) throws IOException {
    Path jar = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(jar.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return jar.toString();
  }
}
