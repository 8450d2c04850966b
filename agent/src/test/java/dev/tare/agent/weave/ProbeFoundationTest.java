package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.probe.FullProbe;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Whatever the runtime calls is never woven: a probe would enter itself. */
class ProbeFoundationTest {
  private static final String PROBES = "dev/tare/runtime/probe/";
  private static final String LOADER = PROBES + "ProbeClasses";

  @Test
  void everyJdkMethodThatTheRuntimeCallsIsOutOfReachOfInclude() throws Exception {
    ClassFilter filter = new ClassFilter(List.of("java.*", "jdk.*", "sun.*"), List.of());
    Set<String> woven = new TreeSet<>();
    Set<String> called = new TreeSet<>();
    for (ClassNode runtime : runtimeClasses()) {
      for (MethodNode method : runtime.methods) {
        for (AbstractInsnNode insn : method.instructions) {
          if (insn instanceof MethodInsnNode call && !call.owner.startsWith("[")) {
            called.add(call.owner);
            if (filter.includesClass(null, call.owner) && !runsOutsideProbes(runtime, method)) {
              woven.add(runtime.name + "." + method.name + " calls " + call.owner);
            }
          }
        }
      }
    }
    assertTrue(called.contains("jdk/internal/misc/Unsafe"), called::toString);
    assertEquals(Set.of(), woven);
  }

  @Test
  void whatTheJvmRaisesInAProbeEntersNoProbe() {
    ClassFilter filter = new ClassFilter(List.of("java.lang.*"), List.of());
    List<RuntimeException> raised =
        List.of(
            new ArrayIndexOutOfBoundsException(),
            new ArrayStoreException(),
            new ArithmeticException(),
            new ClassCastException(),
            new IllegalMonitorStateException(),
            new NegativeArraySizeException(),
            new NullPointerException());
    for (RuntimeException exception : raised) {
      for (Class<?> type = exception.getClass(); type != null; type = type.getSuperclass()) {
        assertFalse(filter.includesClass(null, type.getName().replace('.', '/')), type.getName());
      }
    }
    assertTrue(filter.includesClass(null, "java/lang/String"));
  }

  @Test
  void theRuntimeHasNoLambdasAndNoOtherDynamicCalls() throws Exception {
    Set<String> dynamic = new TreeSet<>();
    for (ClassNode runtime : runtimeClasses()) {
      for (MethodNode method : runtime.methods) {
        for (AbstractInsnNode insn : method.instructions) {
          if (insn instanceof InvokeDynamicInsnNode) {
            dynamic.add(runtime.name + "." + method.name);
          }
        }
      }
    }
    assertEquals(Set.of(), dynamic);
  }

  @Test
  void everyClassThatAProbeReachesIsLoadedBeforeTheFirst() throws Exception {
    Map<String, Set<String>> needs = new HashMap<>();
    for (ClassNode runtime : runtimeClasses()) {
      Set<String> needed = needs.computeIfAbsent(runtime.name, name -> new TreeSet<>());
      for (MethodNode method : runtime.methods) {
        for (AbstractInsnNode insn : method.instructions) {
          if (insn instanceof MethodInsnNode call) {
            needed.add(call.owner);
          } else if (insn instanceof FieldInsnNode field) {
            needed.add(field.owner);
          } else if (insn instanceof LdcInsnNode constant && constant.cst instanceof Type type) {
            needed.add(type.getInternalName());
          }
        }
      }
    }
    Set<String> loaded = needs.get(LOADER);
    assertNotNull(loaded);
    for (ClassNode runtime : runtimeClasses()) {
      if (loaded.contains(runtime.name)) {
        loaded.add(runtime.superName); // Initialised before it: JVMS 5.5.
      }
    }
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>();
    for (String name : needs.keySet()) {
      if (name.startsWith(PROBES) && !name.equals(LOADER) && !name.endsWith("/package-info")) {
        open.add(name);
      }
    }
    assertTrue(open.contains(PROBES + "FlatProbe"), open::toString);
    while (!open.isEmpty()) {
      String next = open.pop();
      // What settings hold has been read by the initialisers of those who need it.
      if (!next.endsWith("/Settings") && needs.containsKey(next) && reached.add(next)) {
        open.addAll(needs.getOrDefault(next, Set.of()));
      }
    }
    reached.removeAll(loaded);
    assertEquals(Set.of(), reached);
  }

  /** Not within a probe, or before anything is woven, or, for enums, called by nobody. */
  private static boolean runsOutsideProbes(ClassNode owner, MethodNode method) {
    return method.name.equals("<clinit>")
        || (owner.name.endsWith("/UnsafeAccess") && method.name.equals("arrayConstant"))
        // Within ProfilerSection alone, where the thread's probes go to a shadow recorder.
        || owner.name.endsWith("/EndedThreadMerger")
        // A thread of its own, before it begins its ProfilerSection.
        || (owner.name.endsWith("/SampleTicker") && method.name.equals("run"))
        || owner.name.endsWith("/NameFolding")
        // Of the agent's start, and of its threads.
        || owner.name.contains("/ProfilerThreads")
        // Called by its own initializer alone.
        || owner.name.endsWith("/Corrections")
        || owner.name.endsWith("/Column")
        || ("java/lang/Enum".equals(owner.superName)
            && Set.of("<init>", "values", "valueOf").contains(method.name));
  }

  /** From a folder or, once the runtime is packed, from its jar. */
  private static List<ClassNode> runtimeClasses() throws Exception {
    Path place =
        Path.of(FullProbe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<ClassNode> classes;
    if (Files.isDirectory(place)) {
      classes = classesBelow(place);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        classes = classesBelow(jar.getPath("/"));
      }
    }
    assertTrue(classes.size() > 10, () -> classes.size() + " classes in " + place);
    return classes;
  }

  private static List<ClassNode> classesBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .map(ProbeFoundationTest::read)
          .toList();
    }
  }

  private static ClassNode read(Path file) {
    try {
      ClassNode node = new ClassNode();
      new ClassReader(Files.readAllBytes(file)).accept(node, 0);
      return node;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
