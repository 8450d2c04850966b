package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Woven classes of every age pass HotSpot's verifier, and call the probes in the right order. */
class WovenCodeTest {
  private static final int STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

  @BeforeEach
  void clearLog() {
    ProbeLog.take();
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_2, Opcodes.V1_4, Opcodes.V1_5})
  void subroutinesRunAsBefore(int version) throws Exception {
    Method method =
        woven(
            SampleClass.of(
                version, ClassWriter.COMPUTE_MAXS, STATIC, "run", "(I)I", WovenCodeTest::jsr));
    assertEquals(10 / 5 + 100, method.invoke(null, 5));
    assertEquals(List.of("enter 0", "exit from 0 to 0"), ProbeLog.take());
    // The subroutine ran on the way of the exception too, from its handler.
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> method.invoke(null, 0));
    assertInstanceOf(ArithmeticException.class, thrown.getCause());
    assertEquals(List.of("enter 0", "caught in 0 of 0", "exception to 0"), ProbeLog.take());
  }

  /** {@code try { return 10 / n; } finally { ... }} as javac 1.1 wrote it: with a subroutine. */
  private static void jsr(MethodVisitor code) {
    Label begin = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label subroutine = new Label();
    code.visitTryCatchBlock(begin, end, handler, null);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    code.visitLabel(begin);
    code.visitIntInsn(Opcodes.BIPUSH, 10);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.IDIV);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    code.visitLabel(end);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(subroutine);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitIincInsn(1, 100);
    code.visitVarInsn(Opcodes.RET, 2);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        Opcodes.V1_1,
        Opcodes.V1_5,
        Opcodes.V1_6,
        Opcodes.V1_7,
        Opcodes.V1_8,
        Opcodes.V11,
        Opcodes.V17
      })
  void handlersRunAsBeforeInEveryVersion(int version) throws Exception {
    int computed = version < Opcodes.V1_6 ? ClassWriter.COMPUTE_MAXS : ClassWriter.COMPUTE_FRAMES;
    Method method =
        woven(SampleClass.of(version, computed, STATIC, "guard", "()I", Samples::guard));
    assertEquals(-1, method.invoke(null));
    assertEquals(List.of("enter 0", "caught in 0 of 0", "exit from 0 to 0"), ProbeLog.take());
  }

  /** Such class files are verified as those of version 49 are (JVMS 4.10). */
  @Test
  void version50NeedsNoFrames() throws Exception {
    Method method =
        woven(
            SampleClass.of(
                Opcodes.V1_6, ClassWriter.COMPUTE_MAXS, STATIC, "guard", "()I", Samples::guard));
    assertEquals(-1, method.invoke(null));
    assertEquals(List.of("enter 0", "caught in 0 of 0", "exit from 0 to 0"), ProbeLog.take());
  }

  /** The weaver's own constants must not be theirs. */
  @ParameterizedTest
  @ValueSource(ints = {0x53FF_FFFE, 0x5400_FFFE, 0x54FF_FFFE, Integer.MAX_VALUE - 1})
  void constantsOfTheClassAreNotTakenForNumbersOfMethods(int first) throws Exception {
    Method method = woven(SampleClass.of(STATIC, "sum", "()I", code -> sum(code, first)));
    int sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += first + i;
    }
    assertEquals(sum, method.invoke(null));
    assertEquals(List.of("enter 0", "exit from 0 to 0"), ProbeLog.take());
  }

  private static void sum(MethodVisitor code, int first) {
    code.visitLdcInsn(0x5400_0000);
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.ICONST_0);
    for (int i = 0; i < 4; i++) {
      code.visitLdcInsn(first + i);
      code.visitInsn(Opcodes.IADD);
    }
    code.visitInsn(Opcodes.IRETURN);
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_5, Opcodes.V1_8, Opcodes.V17})
  void whatIsThrownLeavesWithItsProbe(int version) throws Exception {
    Method method =
        woven(
            SampleClass.of(
                version,
                ClassWriter.COMPUTE_MAXS,
                STATIC,
                "fail",
                "(JD)V",
                code -> {
                  code.visitInsn(Opcodes.ACONST_NULL);
                  code.visitInsn(Opcodes.ATHROW);
                }));
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> method.invoke(null, 1L, 2.0));
    assertInstanceOf(NullPointerException.class, thrown.getCause());
    assertEquals(List.of("enter 0", "exception to 0"), ProbeLog.take());
  }

  /** So does the Kotlin compiler for {@code @JvmStatic}: only the return has a line. */
  @Test
  void aCallWithoutALineHasNoneInTheStackTrace() throws Exception {
    Method method =
        woven(
            SampleClass.of(
                STATIC,
                "fail",
                "()V",
                code -> {
                  code.visitInsn(Opcodes.ACONST_NULL);
                  code.visitMethodInsn(
                      Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
                  code.visitInsn(Opcodes.POP);
                  Label end = new Label();
                  code.visitLabel(end);
                  code.visitLineNumber(256, end);
                  code.visitInsn(Opcodes.RETURN);
                }));
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> method.invoke(null));
    StackTraceElement top =
        assertInstanceOf(NullPointerException.class, thrown.getCause()).getStackTrace()[0];
    assertEquals("Sample.java", top.getFileName());
    assertTrue(top.getLineNumber() < 0, top::toString);
  }

  /** Bytes below would be the arguments' own, if the new local stood on one of their places. */
  @Test
  void argumentsKeepTheirValues() throws Exception {
    Method method =
        woven(
            SampleClass.of(
                STATIC,
                "sum",
                "(JDIJ)D",
                code -> {
                  code.visitVarInsn(Opcodes.LLOAD, 0);
                  code.visitInsn(Opcodes.L2D);
                  code.visitVarInsn(Opcodes.DLOAD, 2);
                  code.visitInsn(Opcodes.DADD);
                  code.visitVarInsn(Opcodes.ILOAD, 4);
                  code.visitInsn(Opcodes.I2D);
                  code.visitInsn(Opcodes.DADD);
                  code.visitVarInsn(Opcodes.LLOAD, 5);
                  code.visitInsn(Opcodes.L2D);
                  code.visitInsn(Opcodes.DADD);
                  code.visitInsn(Opcodes.DRETURN);
                }));
    assertEquals(1111.5, method.invoke(null, 1L, 10.5, 100, 1000L));
  }

  @Test
  void methodsOfOneClassAreNumberedInTheirOrder() throws Exception {
    Weaving weaving = new Weaving();
    byte[] classFile =
        SampleClass.of(STATIC, "first", "()V", code -> code.visitInsn(Opcodes.RETURN));
    weaving.weave(classFile);
    weaving.weave(SampleClass.of(STATIC, "second", "()V", code -> code.visitInsn(Opcodes.RETURN)));
    // The first class again, as another loader would define it.
    weaving.weave(classFile);
    assertEquals("first", weaving.registry.method(0).name());
    assertEquals("second", weaving.registry.method(1).name());
    assertThrows(IndexOutOfBoundsException.class, () -> weaving.registry.method(2));
  }

  @Test
  void aClassWithoutCodeIsLeftAsItWas() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT,
        SampleClass.INTERNAL_NAME,
        null,
        "java/lang/Object",
        null);
    writer
        .visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "none", "()V", null, null)
        .visitEnd();
    writer.visitEnd();
    assertNull(new Weaving().weave(writer.toByteArray()));
  }

  @Test
  void weavingTwiceGivesTheSameBytes() {
    byte[] classFile = SampleClass.of(STATIC, "guard", "()I", Samples::guard);
    assertArrayEquals(new Weaving().weave(classFile), new Weaving().weave(classFile));
  }

  private static Method woven(byte[] classFile) throws Exception {
    Class<?> defined =
        BytesLoader.define(SampleClass.NAME, new Weaving().weaveForProbeLog(classFile));
    return defined.getDeclaredMethods()[0];
  }
}
