package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code behind an endless loop. */
class UnreachableCodeTest {
  private final Weaving weaving = new Weaving();

  @Test
  void aMethodWhoseUnreachableCodeNeedsMoreStackIsLeftAlone() {
    assertNull(
        weaving.weave(
            loops(
                5,
                code -> {
                  code.visitInsn(Opcodes.LCONST_0);
                  code.visitInsn(Opcodes.LCONST_0);
                  code.visitInsn(Opcodes.LADD);
                  code.visitInsn(Opcodes.LRETURN);
                })));
    assertEquals(SkipReason.UNREACHABLE_CODE.text(), weaving.skipped.all().get(0).reason());
  }

  /** As Eclipse's compiler leaves behind. */
  @Test
  void whereTheProbesNeedAsMuchItIsNoObstacle() throws ReflectiveOperationException {
    byte[] woven =
        weaving.weave(
            loops(
                1,
                code -> {
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  code.visitInsn(Opcodes.ATHROW);
                }));
    assertNotNull(woven, () -> weaving.skipped.all().toString());
    assertIsVerified(woven);
  }

  /** As ASM itself, and compilers that use it, write in the place of such code. */
  @Test
  void whatCompilersPutInItsPlaceIsNoObstacle() throws ReflectiveOperationException {
    byte[] woven =
        weaving.weave(
            loops(
                1,
                code -> {
                  code.visitInsn(Opcodes.NOP);
                  code.visitInsn(Opcodes.ATHROW);
                }));
    assertNotNull(woven, () -> weaving.skipped.all().toString());
    assertIsVerified(woven);
  }

  private static void assertIsVerified(byte[] woven) throws ReflectiveOperationException {
    ClassLoader loader =
        new ClassLoader(null) {
          @Override
          protected Class<?> findClass(String name) {
            return defineClass(name, woven, 0, woven.length);
          }
        };
    assertNotNull(Class.forName(SampleClass.NAME, true, loader));
  }

  /** A loop without end, and behind it what nothing jumps to, with an exception on the stack. */
  private static byte[] loops(int maxStack, Consumer<MethodVisitor> behind) {
    return SampleClass.of(
        Opcodes.V17,
        0,
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
        },
        maxStack,
        1);
  }
}
