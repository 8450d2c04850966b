package dev.tare.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own with a heap of 64 MB, for tests that fill it. */
public final class SmallHeap {
  private static final int BLOCKS = 1 << 16;

  private SmallHeap() {}

  /** Runs a class's {@code main} there; what that throws, the test fails with. */
  public static void run(Class<?> main, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx64m");
    command.add("-XX:+UseSerialGC");
    command.add("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
    command.add("--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED");
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }

  /**
   * Fills the heap with blocks of this many bytes, until there is room for less.
   *
   * @return the blocks; the heap has room again when they are cleared
   */
  public static List<byte[]> fill(int bytes) {
    List<byte[]> blocks = new ArrayList<>(BLOCKS);
    try {
      while (blocks.size() < BLOCKS) {
        blocks.add(new byte[bytes]);
      }
    } catch (OutOfMemoryError e) {
      return blocks;
    }
    throw new IllegalStateException("the heap is larger than " + BLOCKS + " blocks");
  }

  /** Fills what {@link #fill} left; what is returned keeps the heap full. */
  public static Object[] fillRest(int bytes) {
    Object[] blocks = {};
    try {
      while (true) {
        blocks = new Object[] {blocks, new byte[bytes]};
      }
    } catch (OutOfMemoryError e) {
      return blocks;
    }
  }
}
