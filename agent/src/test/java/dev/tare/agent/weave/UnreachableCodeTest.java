package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code behind an endless loop. */
class UnreachableCodeTest {
  private final Weaving weaving = new Weaving();

  @Test
  void aMethodWhoseUnreachableCodeMayNeedMoreStackIsLeftAlone() {
    assertNull(
        weaving.weave(
            loops(
                code -> {
                  code.visitInsn(Opcodes.LCONST_0);
                  code.visitInsn(Opcodes.LCONST_0);
                  code.visitInsn(Opcodes.LADD);
                  code.visitInsn(Opcodes.LRETURN);
                })));
    assertEquals(SkipReason.UNREACHABLE_CODE.text(), weaving.skipped.all().get(0).reason());
  }

  /** As ASM itself, and compilers that use it, write in the place of such code. */
  @Test
  void whatCompilersLeaveBehindIsNoObstacle() {
    assertNotNull(
        weaving.weave(
            loops(
                code -> {
                  code.visitInsn(Opcodes.NOP);
                  code.visitInsn(Opcodes.ATHROW);
                })));
    assertEquals(List.of(), weaving.skipped.all());
  }

  /** A loop without end, and behind it what nothing jumps to. */
  private static byte[] loops(Consumer<MethodVisitor> behind) {
    return SampleClass.of(
        Opcodes.V17,
        ClassWriter.COMPUTE_MAXS,
        Opcodes.ACC_STATIC,
        "loops",
        "()J",
        code -> {
          Label begin = new Label();
          code.visitLabel(begin);
          code.visitFrame(Opcodes.F_NEW, 0, new Object[0], 0, new Object[0]);
          code.visitJumpInsn(Opcodes.GOTO, begin);
          Label unreached = new Label();
          code.visitLabel(unreached);
          code.visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
          behind.accept(code);
        });
  }
}
