package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves whole modules of this JDK: code that nobody wrote for a test. */
class RealClassesTest {
  /** HotSpot's {@code HugeMethodLimit}. */
  private static final int COMPILED_SIZE = 8000;

  @Test
  void theSizeForeseenIsNeverExceeded() throws IOException {
    List<String> wrong = new ArrayList<>();
    int methods = 0;
    for (byte[] classFile : module("java.base").values()) {
      Weaving weaving = new Weaving();
      byte[] woven = weaving.weave(classFile);
      if (woven == null) {
        continue;
      }
      Map<String, Integer> lengths = CodeLengths.of(woven);
      ClassNode node = new ClassNode();
      new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
      for (MethodNode method : node.methods) {
        if (method.instructions.size() == 0) {
          continue;
        }
        methods++;
        int foreseen = WovenSize.of(method).after;
        int length = lengths.getOrDefault(method.name + method.desc, 0);
        if (length > foreseen) {
          wrong.add(node.name + "." + method.name + method.desc + " " + length + " > " + foreseen);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(methods > 10_000, () -> "hardly anything was woven");
  }

  @Test
  void whatIsLeftAloneHadToBe() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (byte[] classFile : module("java.base").values()) {
      Weaving weaving = new Weaving();
      weaving.weave(classFile);
      Map<String, Integer> lengths = CodeLengths.of(classFile);
      weaving
          .skipped
          .all()
          .forEach(
              skipped -> {
                int length = lengths.getOrDefault(skipped.name() + skipped.descriptor(), 0);
                // No method of the JDK has a thousand returns or handlers.
                if (length < COMPILED_SIZE * 19 / 20) {
                  wrong.add(skipped + " of " + length);
                }
              });
    }
    assertEquals(List.of(), wrong);
  }

  /** The compiler's classes can be defined again by a loader of our own, unlike those of java.*. */
  @Test
  void everyWovenClassPassesTheVerifier() throws Exception {
    BytesLoader loader = new BytesLoader();
    Map<String, byte[]> classes = module("jdk.compiler");
    classes.forEach(
        (name, classFile) -> {
          Weaving weaving = new Weaving();
          byte[] woven = weaving.weave(classFile);
          loader.put(name, woven == null ? classFile : woven);
        });
    List<String> wrong = new ArrayList<>();
    int methods = 0;
    for (String name : classes.keySet()) {
      try {
        // Links the class, and so verifies it, without running its initialiser.
        methods += loader.loadClass(name).getDeclaredMethods().length;
      } catch (LinkageError e) {
        // Some extend a JDK class that only the compiler's own module may see.
        if (!(e instanceof IllegalAccessError)) {
          wrong.add(name + ": " + e);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(methods > 10_000, () -> "hardly anything was woven");
  }

  /** The classes of a module of this JDK, by name. */
  static Map<String, byte[]> module(String module) throws IOException {
    FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    Path root = image.getPath("modules", module);
    Map<String, byte[]> classes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        String name = root.relativize(file).toString();
        if (!name.endsWith("-info.class")) {
          classes.put(
              name.substring(0, name.length() - ".class".length()).replace('/', '.'),
              Files.readAllBytes(file));
        }
      }
    }
    return classes;
  }
}
