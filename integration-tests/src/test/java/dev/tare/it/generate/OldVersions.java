package dev.tare.it.generate;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SUPER;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.BIPUSH;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.ICONST_M1;
import static org.objectweb.asm.Opcodes.IDIV;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.JSR;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RET;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.V1_1;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/**
 * The same class in several versions.
 *
 * <pre>
 * final int value;
 * Version(int n) { int v = 98 / n; super(); value = v; }
 * int value() { return value; }
 * static int run(int n) { try { return new Version(n).value(); } catch (ArithmeticException e) { return -1; } }
 * </pre>
 */
final class OldVersions {
  private OldVersions() {}

  /**
   * Of a major version from 49 on; up to 50 without frames, as compilers of their days wrote and as
   * was allowed.
   */
  static ClassWriter of(int major) {
    String name = GeneratedClasses.PACKAGE + "Version" + major;
    ClassWriter writer =
        begin(major, name, major > 50 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS);
    MethodVisitor run = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(I)I", null, null);
    run.visitCode();
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    run.visitTryCatchBlock(start, end, handler, "java/lang/ArithmeticException");
    run.visitLabel(start);
    makeAndAsk(run, name);
    run.visitInsn(IRETURN);
    run.visitLabel(end);
    run.visitLabel(handler);
    run.visitInsn(POP);
    run.visitInsn(ICONST_M1);
    run.visitInsn(IRETURN);
    end(run);
    return writer;
  }

  /**
   * Of version 45, as a compiler of 1996 wrote {@code finally { cleanUp(); }}: a subroutine with
   * two callers.
   */
  static ClassWriter withSubroutine() {
    String name = GeneratedClasses.PACKAGE + "Version45";
    ClassWriter writer = begin(V1_1, name, ClassWriter.COMPUTE_MAXS);
    MethodVisitor run = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "run", "(I)I", null, null);
    run.visitCode();
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label subroutine = new Label();
    Label exit = new Label();
    run.visitTryCatchBlock(start, end, handler, "java/lang/ArithmeticException");
    run.visitLabel(start);
    makeAndAsk(run, name);
    run.visitVarInsn(ISTORE, 1);
    run.visitJumpInsn(JSR, subroutine);
    run.visitJumpInsn(GOTO, exit);
    run.visitLabel(end);
    run.visitLabel(handler);
    run.visitInsn(POP);
    run.visitInsn(ICONST_M1);
    run.visitVarInsn(ISTORE, 1);
    run.visitJumpInsn(JSR, subroutine);
    run.visitLabel(exit);
    run.visitVarInsn(ILOAD, 1);
    run.visitInsn(IRETURN);
    run.visitLabel(subroutine);
    run.visitVarInsn(ASTORE, 2);
    run.visitMethodInsn(INVOKESTATIC, name, "cleanUp", "()V", false);
    run.visitVarInsn(RET, 2);
    end(run);
    MethodVisitor cleanUp =
        writer.visitMethod(ACC_PRIVATE | ACC_STATIC, "cleanUp", "()V", null, null);
    cleanUp.visitCode();
    cleanUp.visitInsn(RETURN);
    end(cleanUp);
    return writer;
  }

  private static ClassWriter begin(int version, String name, int flags) {
    ClassWriter writer = new ClassWriter(flags);
    writer.visit(version, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
    writer.visitField(ACC_PRIVATE, "value", "I", null, null).visitEnd();
    MethodVisitor constructor = writer.visitMethod(ACC_PUBLIC, "<init>", "(I)V", null, null);
    constructor.visitCode();
    constructor.visitIntInsn(BIPUSH, 98);
    constructor.visitVarInsn(ILOAD, 1);
    constructor.visitInsn(IDIV);
    constructor.visitVarInsn(ISTORE, 2);
    constructor.visitVarInsn(ALOAD, 0);
    constructor.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitVarInsn(ALOAD, 0);
    constructor.visitVarInsn(ILOAD, 2);
    constructor.visitFieldInsn(PUTFIELD, name, "value", "I");
    constructor.visitInsn(RETURN);
    end(constructor);
    MethodVisitor value = writer.visitMethod(ACC_PUBLIC, "value", "()I", null, null);
    value.visitCode();
    value.visitVarInsn(ALOAD, 0);
    value.visitFieldInsn(GETFIELD, name, "value", "I");
    value.visitInsn(IRETURN);
    end(value);
    return writer;
  }

  private static void makeAndAsk(MethodVisitor run, String name) {
    run.visitTypeInsn(NEW, name);
    run.visitInsn(DUP);
    run.visitVarInsn(ILOAD, 0);
    run.visitMethodInsn(INVOKESPECIAL, name, "<init>", "(I)V", false);
    run.visitMethodInsn(INVOKEVIRTUAL, name, "value", "()I", false);
  }

  private static void end(MethodVisitor method) {
    method.visitMaxs(0, 0);
    method.visitEnd();
  }
}
