package dev.tare.it.corpus;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class file before and after the profiler. */
final class Weaving {
  private static final String FACADE = "java/lang/invoke/$Tare";

  private final byte[] before;
  private final byte[] after;
  private final long cpuNanos;

  /**
   * @param before as it was
   * @param after as the profiler left it, the same array where it changed nothing
   * @param cpuNanos what the profiler took for it
   */
  Weaving(byte[] before, byte[] after, long cpuNanos) {
    this.before = before;
    this.after = after;
    this.cpuNanos = cpuNanos;
  }

  byte[] before() {
    return before;
  }

  byte[] after() {
    return after;
  }

  long cpuNanos() {
    return cpuNanos;
  }

  /** Whether the profiler changed the class file. */
  boolean changed() {
    return before != after;
  }

  /** Methods with code: names and descriptors. */
  Set<String> methods() {
    return methods(before, false);
  }

  /** Methods with an entry probe. */
  Set<String> wovenMethods() {
    return changed() ? methods(after, true) : Set.of();
  }

  private static Set<String> methods(byte[] classFile, boolean woven) {
    Set<String> methods = new HashSet<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitCode() {
                    if (!woven) {
                      methods.add(name + descriptor);
                    }
                  }

                  @Override
                  public void visitMethodInsn(
                      int opcode,
                      String owner,
                      String called,
                      String calledDescriptor,
                      boolean isInterface) {
                    if (woven && owner.equals(FACADE) && called.equals("enter")) {
                      methods.add(name + descriptor);
                    }
                  }
                };
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return methods;
  }
}
