package dev.tare.agent.weave;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code as javac writes it, that more than one test weaves. */
final class Samples {
  private Samples() {}

  /**
   * {@code try { return Integer.parseInt("x"); } catch (NumberFormatException e) { return -1; }
   * finally { System.gc(); }}, with a {@code hashCode} in the place of the collection.
   */
  static void guard(MethodVisitor code) {
    Label begin = new Label();
    Label end = new Label();
    Label caught = new Label();
    Label caughtEnd = new Label();
    Label any = new Label();
    code.visitTryCatchBlock(begin, end, caught, "java/lang/NumberFormatException");
    code.visitTryCatchBlock(begin, end, any, null);
    code.visitTryCatchBlock(caught, caughtEnd, any, null);
    code.visitLabel(begin);
    code.visitLineNumber(40, begin);
    code.visitLdcInsn("x");
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I", false);
    code.visitVarInsn(Opcodes.ISTORE, 0);
    code.visitLabel(end);
    finish(code);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(caught);
    code.visitLineNumber(42, caught);
    code.visitVarInsn(Opcodes.ASTORE, 0);
    code.visitInsn(Opcodes.ICONST_M1);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    code.visitLabel(caughtEnd);
    finish(code);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(any);
    code.visitLineNumber(44, any);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    finish(code);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.ATHROW);
  }

  private static void finish(MethodVisitor code) {
    code.visitLdcInsn("done");
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "hashCode", "()I", false);
    code.visitInsn(Opcodes.POP);
  }

  /** {@code synchronized (lock) { lock.hashCode(); }}. */
  static void synchronizedBlock(MethodVisitor code) {
    Label begin = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label handlerEnd = new Label();
    code.visitTryCatchBlock(begin, end, handler, null);
    code.visitTryCatchBlock(handler, handlerEnd, handler, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, 1);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(begin);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
    code.visitInsn(Opcodes.POP);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(handlerEnd);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.ATHROW);
  }
}
