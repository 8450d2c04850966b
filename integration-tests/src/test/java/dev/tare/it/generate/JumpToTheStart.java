package dev.tare.it.generate;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.ICONST_M1;
import static org.objectweb.asm.Opcodes.IFGT;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.V17;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * A method whose first instruction is the target of a jump, so that a frame stands at offset 0:
 * what is put before it must run once and not in every turn.
 *
 * <pre>
 * static int run(int n) { do { n = next(n); } while (n > 0); return n; }
 * </pre>
 */
final class JumpToTheStart {
  private JumpToTheStart() {}

  static ClassWriter write() {
    String name = GeneratedClasses.PACKAGE + "JumpToTheStart";
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
    MethodVisitor run = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(I)I", null, null);
    run.visitCode();
    Label start = new Label();
    run.visitLabel(start);
    run.visitVarInsn(ILOAD, 0);
    run.visitMethodInsn(INVOKESTATIC, name, "next", "(I)I", false);
    run.visitVarInsn(ISTORE, 0);
    run.visitVarInsn(ILOAD, 0);
    run.visitJumpInsn(IFGT, start);
    run.visitVarInsn(ILOAD, 0);
    run.visitInsn(IRETURN);
    run.visitMaxs(0, 0);
    run.visitEnd();
    MethodVisitor next = writer.visitMethod(ACC_PRIVATE | ACC_STATIC, "next", "(I)I", null, null);
    next.visitCode();
    next.visitVarInsn(ILOAD, 0);
    next.visitInsn(ICONST_M1);
    next.visitInsn(IADD);
    next.visitInsn(IRETURN);
    next.visitMaxs(0, 0);
    next.visitEnd();
    return writer;
  }
}
