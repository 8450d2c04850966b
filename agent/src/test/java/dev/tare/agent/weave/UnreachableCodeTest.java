package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Code that nothing reaches, as obfuscators emit it. The verifier checks it as all other code from
 * version 51 on, and asks the older verifier, which does not see it, about version 50 (JVMS 4.10).
 */
class UnreachableCodeTest {
  private static final int DEEP = 30;

  @BeforeEach
  void clearLog() {
    ProbeLog.take();
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_6, Opcodes.V1_7, Opcodes.V17})
  void aClassWithSuchCodeThatNeedsALargeStackLoadsAndRuns(int version) throws Exception {
    assertRuns(
        version,
        2 * DEEP + 1,
        code -> {
          code.visitInsn(Opcodes.POP);
          for (int i = 0; i < DEEP; i++) {
            code.visitInsn(Opcodes.LCONST_1);
          }
          for (int i = 1; i < DEEP; i++) {
            code.visitInsn(Opcodes.LADD);
          }
          code.visitInsn(Opcodes.LRETURN);
        });
  }

  /** As Eclipse's compiler leaves behind. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_6, Opcodes.V1_7, Opcodes.V17})
  void soDoesOneWithAHandlerOfNothing(int version) throws Exception {
    assertRuns(
        version,
        2,
        code -> {
          code.visitVarInsn(Opcodes.ASTORE, 0);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitInsn(Opcodes.ATHROW);
        });
  }

  /** As ASM itself, and compilers that use it, write in the place of such code. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_6, Opcodes.V1_7, Opcodes.V17})
  void soDoesOneWithWhatCompilersPutInItsPlace(int version) throws Exception {
    assertRuns(
        version,
        2,
        code -> {
          code.visitInsn(Opcodes.NOP);
          code.visitInsn(Opcodes.ATHROW);
        });
  }

  private static void assertRuns(int version, int maxStack, Consumer<MethodVisitor> unreached)
      throws Exception {
    byte[] woven = new Weaving().weaveForProbeLog(jumpsOver(version, maxStack, unreached));
    Class<?> loaded = BytesLoader.define(SampleClass.NAME, woven);
    assertEquals(7L, loaded.getMethod("run").invoke(null));
    assertEquals(List.of("enter 0", "exit from 0 to 0"), ProbeLog.take());
  }

  /** Behind a jump, what nothing jumps to, with an exception on the stack. */
  private static byte[] jumpsOver(int version, int maxStack, Consumer<MethodVisitor> unreached) {
    return SampleClass.of(
        version,
        0,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
        "run",
        "()J",
        code -> {
          Label end = new Label();
          code.visitJumpInsn(Opcodes.GOTO, end);
          code.visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
          unreached.accept(code);
          code.visitLabel(end);
          code.visitFrame(Opcodes.F_NEW, 0, new Object[0], 0, new Object[0]);
          code.visitLdcInsn(7L);
          code.visitInsn(Opcodes.LRETURN);
        },
        maxStack,
        1);
  }
}
