package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

class CodeShapeTest {
  @Test
  void aGetterCallsNothingAndHasTheSizeOfItsCode() {
    CodeShape shape =
        shape(
            code -> {
              code.visitInsn(Opcodes.ICONST_1); // 1 byte
              code.visitInsn(Opcodes.IRETURN); // 1 byte
            });
    assertTrue(shape.callsNothing());
    assertFalse(shape.loops());
    assertEquals(2, shape.plainSize());
    assertTrue(shape.wovenSize() > 20, shape::toString);
  }

  @Test
  void everyInstructionThatCallsIsACallSite() {
    CodeShape shape =
        shape(
            code -> {
              code.visitLdcInsn("x");
              code.visitMethodInsn(
                  Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
              code.visitInsn(Opcodes.POP);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "yield", "()V", false);
              code.visitInsn(Opcodes.ICONST_1);
              code.visitInsn(Opcodes.IRETURN);
            });
    assertEquals(2, shape.callSites());
  }

  @Test
  void theConstructorOfObjectIsNoCall() {
    CodeShape shape =
        shape(
            code -> {
              code.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
              code.visitMethodInsn(
                  Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
              code.visitInsn(Opcodes.ICONST_1);
              code.visitInsn(Opcodes.IRETURN);
            });
    assertTrue(shape.callsNothing());
  }

  @Test
  void aDynamicConstantIsACall() {
    Handle bootstrap =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/ConstantBootstraps",
            "nullConstant",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)"
                + "Ljava/lang/Object;",
            false);
    CodeShape shape =
        shape(
            code -> {
              code.visitLdcInsn(new ConstantDynamic("x", "Ljava/lang/Object;", bootstrap));
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.ICONST_1);
              code.visitInsn(Opcodes.IRETURN);
            });
    assertFalse(shape.callsNothing());
  }

  @Test
  void aJumpBackwardsIsALoopAndOneForwardsIsNone() {
    CodeShape forwards =
        shape(
            code -> {
              Label end = new Label();
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFGT, end);
              code.visitIincInsn(0, 1);
              code.visitLabel(end);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitInsn(Opcodes.IRETURN);
            });
    assertFalse(forwards.loops());
    CodeShape backwards =
        shape(
            code -> {
              Label head = new Label();
              code.visitLabel(head);
              code.visitIincInsn(0, -1);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFGT, head);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitInsn(Opcodes.IRETURN);
            });
    assertTrue(backwards.loops());
    assertTrue(backwards.callsNothing());
  }

  @Test
  void aSwitchCanLoopToo() {
    CodeShape shape =
        shape(
            code -> {
              Label head = new Label();
              Label end = new Label();
              code.visitLabel(head);
              code.visitIincInsn(0, -1);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitTableSwitchInsn(0, 0, head, end);
              code.visitLabel(end);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitInsn(Opcodes.IRETURN);
            });
    assertTrue(shape.loops());
  }

  private static CodeShape shape(SampleClass.Code code) {
    ClassNode node = new ClassNode();
    new ClassReader(SampleClass.of(Opcodes.ACC_STATIC, "sample", "(I)I", code))
        .accept(node, ClassReader.EXPAND_FRAMES);
    return CodeShape.of(node.methods.get(0), WovenSize.of(node.methods.get(0)));
  }
}
