package dev.tare.it.generate;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.D2I;
import static org.objectweb.asm.Opcodes.DLOAD;
import static org.objectweb.asm.Opcodes.DSTORE;
import static org.objectweb.asm.Opcodes.I2D;
import static org.objectweb.asm.Opcodes.I2L;
import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.IDIV;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.IMUL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.L2I;
import static org.objectweb.asm.Opcodes.LLOAD;
import static org.objectweb.asm.Opcodes.LSTORE;
import static org.objectweb.asm.Opcodes.V17;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Methods at the limits of arguments (255 slots, JVMS 4.3.3) and beyond the reach of one-byte local
 * indexes.
 */
final class Wide {
  private Wide() {}

  /** {@code run(n) = sum(n, n, ..., n)} with 255 arguments. */
  static ClassWriter allArguments() {
    String name = GeneratedClasses.PACKAGE + "AllArguments";
    ClassWriter writer = begin(name);
    String descriptor = "(" + "I".repeat(255) + ")I";
    MethodVisitor run = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(I)I", null, null);
    run.visitCode();
    for (int i = 0; i < 255; i++) {
      run.visitVarInsn(ILOAD, 0);
    }
    run.visitMethodInsn(INVOKESTATIC, name, "sum", descriptor, false);
    end(run);
    MethodVisitor sum = writer.visitMethod(ACC_PRIVATE | ACC_STATIC, "sum", descriptor, null, null);
    sum.visitCode();
    sum.visitInsn(ICONST_0);
    for (int i = 0; i < 255; i++) {
      sum.visitVarInsn(ILOAD, i);
      sum.visitInsn(IADD);
    }
    end(sum);
    return writer;
  }

  /**
   * {@code run(n)}: over 255 locals of all sizes, live across a branch and a call; a wide
   * increment; {@code 2 * n}, or an exception where n is 0.
   */
  static ClassWriter manyLocals() {
    String name = GeneratedClasses.PACKAGE + "ManyLocals";
    ClassWriter writer = begin(name);
    MethodVisitor run = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(I)I", null, null);
    run.visitCode();
    int firstLong = 1;
    int firstDouble = 201;
    int counter = 401;
    for (int i = 0; i < 100; i++) {
      run.visitVarInsn(ILOAD, 0);
      run.visitInsn(I2L);
      run.visitVarInsn(LSTORE, firstLong + 2 * i);
      run.visitVarInsn(ILOAD, 0);
      run.visitInsn(I2D);
      run.visitVarInsn(DSTORE, firstDouble + 2 * i);
    }
    run.visitInsn(ICONST_0);
    run.visitVarInsn(ISTORE, counter);
    Label head = new Label();
    Label done = new Label();
    run.visitLabel(head);
    run.visitVarInsn(ILOAD, counter);
    run.visitIntInsn(Opcodes.SIPUSH, 1000);
    run.visitJumpInsn(Opcodes.IF_ICMPGE, done);
    run.visitIincInsn(counter, 500);
    run.visitJumpInsn(Opcodes.GOTO, head);
    run.visitLabel(done);
    run.visitVarInsn(ILOAD, 0);
    run.visitMethodInsn(INVOKESTATIC, name, "fill", "(I)I", false);
    // 2 * n, as counter / 1000 * (last long + last double), divided by fill(n) = 1
    run.visitVarInsn(LLOAD, firstLong + 198);
    run.visitInsn(L2I);
    run.visitVarInsn(DLOAD, firstDouble + 198);
    run.visitInsn(D2I);
    run.visitInsn(IADD);
    run.visitInsn(IMUL);
    run.visitVarInsn(ILOAD, counter);
    run.visitIntInsn(Opcodes.SIPUSH, 1000);
    run.visitInsn(IDIV);
    run.visitInsn(IMUL);
    end(run);
    MethodVisitor fill = writer.visitMethod(ACC_PRIVATE | ACC_STATIC, "fill", "(I)I", null, null);
    fill.visitCode();
    fill.visitVarInsn(ILOAD, 0);
    fill.visitVarInsn(ILOAD, 0);
    fill.visitInsn(IDIV);
    end(fill);
    return writer;
  }

  private static ClassWriter begin(String name) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
    return writer;
  }

  private static void end(MethodVisitor method) {
    method.visitInsn(IRETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
  }
}
