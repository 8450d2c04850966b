package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Which methods are left alone for their size, and that no other is. */
class SizeLimitsTest {
  /** What weaving may add at most to a method that returns once: entry, exit and two handlers. */
  private static final int MARGIN = 50;

  private final Weaving weaving = new Weaving();

  @ParameterizedTest
  @ValueSource(ints = {1000, 7999 - MARGIN, 8001, 20_000, 65_534 - MARGIN})
  void isWovenWhereItsChancesToBeCompiledStay(int size) {
    assertNotNull(weaving.weave(nops(size)));
    assertEquals(List.of(), weaving.skipped.all());
  }

  @ParameterizedTest
  @CsvSource({
    "7995, 'method too large: probes would take it past 8000 bytes, which HotSpot does not compile'",
    "8000, 'method too large: probes would take it past 8000 bytes, which HotSpot does not compile'",
    "65530, 'method too large: probes would take it past 65535 bytes'",
    "65535, 'method too large: probes would take it past 65535 bytes'"
  })
  void isLeftAloneWhereTheProbesWouldBeTooMuch(int size, String reason) {
    assertNull(weaving.weave(nops(size)));
    assertEquals(1, weaving.skipped.all().size());
    assertEquals("big", weaving.skipped.all().get(0).name());
    assertEquals(reason, weaving.skipped.all().get(0).reason());
  }

  /** A jump grows by five bytes where it must reach further than 32 KB, and nowhere else. */
  @Test
  void jumpsCountForWhatTheyTakeInAMethodOfThisSize() {
    byte[] classFile = jumps(2000, 0);
    assertEquals(7001, length(classFile));
    byte[] woven = weaving.weave(classFile);
    assertNotNull(woven, () -> weaving.skipped.all().toString());
    assertTrue(length(woven) <= 7001 + MARGIN);
  }

  @Test
  void jumpsThatMustBecomeWideStillFit() {
    // 100 jumps over 32,755 bytes: the probes make every one of them too long for its 16 bits.
    byte[] woven = weaving.weave(jumps(100, 32_755 - 300));
    assertNotNull(woven, () -> weaving.skipped.all().toString());
  }

  @Test
  void wideLocalsAreForeseen() {
    byte[] woven =
        weaving.weave(
            SampleClass.of(
                Opcodes.V1_5,
                ClassWriter.COMPUTE_MAXS,
                Opcodes.ACC_STATIC,
                "big",
                "()V",
                code -> {
                  for (int local : new int[] {0, 3, 4, 255, 256, 65_000}) {
                    code.visitInsn(Opcodes.ICONST_0);
                    code.visitVarInsn(Opcodes.ISTORE, local);
                    code.visitIincInsn(local, 1);
                  }
                  code.visitInsn(Opcodes.RETURN);
                }));
    assertNotNull(woven);
  }

  @Test
  void noLocalVariableIsLeft() {
    assertNull(
        weaving.weave(
            SampleClass.of(
                Opcodes.V1_5,
                ClassWriter.COMPUTE_MAXS,
                Opcodes.ACC_STATIC,
                "big",
                "()V",
                code -> {
                  code.visitInsn(Opcodes.ICONST_0);
                  code.visitVarInsn(Opcodes.ISTORE, 65_534);
                  code.visitInsn(Opcodes.RETURN);
                })));
    assertEquals(
        "method has no local variable left for a probe", weaving.skipped.all().get(0).reason());
  }

  /** ASM makes jumps longer by going through the whole method again, and gives up at some point. */
  @Test
  void aMethodWithTooManyJumpsThatBecomeTooFarIsLeftAlone() {
    assertNull(weaving.weave(jumpsWithFrames(1_000)));
    assertEquals(SkipReason.TOO_MANY_WIDE_JUMPS.text(), weaving.skipped.all().get(0).reason());
  }

  @Test
  @Tag("nightly")
  void aMethodWhoseFramesBecomeTooLargeIsLeftAlone() {
    assertNull(weaving.weave(jumpsWithFrames(20_000)));
    assertEquals(SkipReason.TOO_LARGE_FRAMES.text(), weaving.skipped.all().get(0).reason());
    assertEquals(1, weaving.skipped.all().size());
  }

  private static byte[] jumpsWithFrames(int local) {
    return SampleClass.of(
        Opcodes.V17,
        ClassWriter.COMPUTE_MAXS,
        Opcodes.ACC_STATIC,
        "big",
        "()V",
        code -> {
          Label end = new Label();
          code.visitInsn(Opcodes.ICONST_0);
          code.visitJumpInsn(Opcodes.IFNE, end);
          for (int i = 0; i < 60; i++) { // each return grows by an exit
            Label on = new Label();
            code.visitInsn(Opcodes.ICONST_0);
            code.visitJumpInsn(Opcodes.IFNE, on);
            code.visitInsn(Opcodes.RETURN);
            label(code, on);
          }
          code.visitInsn(Opcodes.ICONST_0);
          code.visitVarInsn(Opcodes.ISTORE, local);
          for (int i = 0; i < 10_750; i++) {
            Label next = new Label();
            code.visitJumpInsn(Opcodes.GOTO, next);
            label(code, next);
          }
          code.visitInsn(Opcodes.NOP);
          label(code, end);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  private static void label(MethodVisitor code, Label label) {
    code.visitLabel(label);
    code.visitFrame(Opcodes.F_NEW, 0, new Object[0], 0, new Object[0]);
  }

  private static int length(byte[] classFile) {
    return CodeLengths.of(classFile).getOrDefault("big()V", 0);
  }

  private static byte[] nops(int size) {
    return SampleClass.of(
        Opcodes.ACC_STATIC,
        "big",
        "()V",
        code -> {
          fill(code, size - 1);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  private static byte[] jumps(int count, int between) {
    return SampleClass.of(
        Opcodes.V1_5,
        ClassWriter.COMPUTE_MAXS,
        Opcodes.ACC_STATIC,
        "big",
        "()V",
        code -> {
          Label end = new Label();
          for (int i = 0; i < count; i++) {
            if (i % 2 == 0) {
              code.visitInsn(Opcodes.ICONST_0);
              code.visitJumpInsn(Opcodes.IFNE, end);
            } else {
              Label next = new Label();
              code.visitJumpInsn(Opcodes.GOTO, next);
              code.visitLabel(next);
            }
          }
          fill(code, between);
          code.visitLabel(end);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  private static void fill(MethodVisitor code, int bytes) {
    for (int i = 0; i < bytes; i++) {
      code.visitInsn(Opcodes.NOP);
    }
  }
}
