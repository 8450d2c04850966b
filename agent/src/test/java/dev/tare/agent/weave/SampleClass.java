package dev.tare.agent.weave;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes a class of one method, written down instruction by instruction: no compiler changes it. */
final class SampleClass {
  static final String NAME = "dev.tare.Sample";
  static final String INTERNAL_NAME = "dev/tare/Sample";

  /** The code of a method. */
  interface Code {
    void write(MethodVisitor method);
  }

  private SampleClass() {}

  static byte[] of(int access, String name, String descriptor, Code code) {
    return of(Opcodes.V17, ClassWriter.COMPUTE_FRAMES, access, name, descriptor, code);
  }

  /**
   * A class file of any version.
   *
   * @param computed what ASM adds by itself, as for {@link ClassWriter#ClassWriter(int)}
   */
  static byte[] of(
      int version, int computed, int access, String name, String descriptor, Code code) {
    return of(version, computed, access, name, descriptor, code, 0, 0);
  }

  /** One whose stack and local variables ASM does not compute. */
  static byte[] of(
      int version,
      int computed,
      int access,
      String name,
      String descriptor,
      Code code,
      int maxStack,
      int maxLocals) {
    ClassWriter writer = new ClassWriter(computed);
    writer.visit(version, Opcodes.ACC_PUBLIC, INTERNAL_NAME, null, "java/lang/Object", null);
    writer.visitSource("Sample.java", null);
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    method.visitCode();
    code.write(method);
    method.visitMaxs(maxStack, maxLocals);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
