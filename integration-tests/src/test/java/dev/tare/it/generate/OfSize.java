package dev.tare.it.generate;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.NOP;
import static org.objectweb.asm.Opcodes.V17;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;

/** A class with a method of so many bytes: {@code run(n) = next(n) = n}. */
final class OfSize {
  /** iload_0, invokestatic, ireturn. */
  private static final int BYTES_WITHOUT_PADDING = 1 + 3 + 1;

  private OfSize() {}

  static ClassWriter write(String simpleName, int bytes) {
    String name = GeneratedClasses.PACKAGE + simpleName;
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
    MethodVisitor run = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(I)I", null, null);
    run.visitCode();
    for (int i = BYTES_WITHOUT_PADDING; i < bytes; i++) {
      run.visitInsn(NOP);
    }
    run.visitVarInsn(ILOAD, 0);
    run.visitMethodInsn(INVOKESTATIC, name, "next", "(I)I", false);
    run.visitInsn(IRETURN);
    run.visitMaxs(0, 0);
    run.visitEnd();
    MethodVisitor next = writer.visitMethod(ACC_PRIVATE | ACC_STATIC, "next", "(I)I", null, null);
    next.visitCode();
    next.visitVarInsn(ILOAD, 0);
    next.visitInsn(IRETURN);
    next.visitMaxs(0, 0);
    next.visitEnd();
    return writer;
  }
}
