package dev.tare.it.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Which methods, and which calls in them, the compiler put onto each line of one source file. */
final class LineTable {
  private final TreeMap<Integer, Set<MethodName>> methods = new TreeMap<>();
  private final TreeMap<Integer, List<CallCounts.Call>> calls = new TreeMap<>();

  private LineTable() {}

  /**
   * Reads a top-level class and all classes in it.
   *
   * @param folder the package's folder of class files
   */
  static LineTable of(Path folder, String simpleName) throws IOException {
    LineTable table = new LineTable();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.equals(simpleName + ".class")
            || (name.startsWith(simpleName + "$") && name.endsWith(".class"))) {
          new ClassReader(Files.readAllBytes(file))
              .accept(table.new Lines(), ClassReader.SKIP_FRAMES);
        }
      }
    }
    return table;
  }

  /**
   * The methods of a line; of a wrapped statement's last line, those of the line above that has
   * some.
   */
  Set<MethodName> methods(int line) {
    Map.Entry<Integer, Set<MethodName>> found = methods.floorEntry(line);
    return found == null ? Set.of() : found.getValue();
  }

  /** The calls on the same line. */
  List<CallCounts.Call> calls(int line) {
    Integer found = methods.floorKey(line);
    return found == null ? List.of() : calls.getOrDefault(found, List.of());
  }

  private final class Lines extends ClassVisitor {
    private String className = "";

    Lines() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      className = name.replace('/', '.');
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodName method = new MethodName(className, name);
      return new MethodVisitor(Opcodes.ASM9) {
        private int line;

        @Override
        public void visitLineNumber(int number, Label start) {
          line = number;
          methods.computeIfAbsent(line, key -> new LinkedHashSet<>()).add(method);
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String callee, String calleeDescriptor, boolean isInterface) {
          calls
              .computeIfAbsent(line, key -> new ArrayList<>())
              .add(new CallCounts.Call(method, new MethodName(owner.replace('/', '.'), callee)));
        }
      };
    }
  }
}
