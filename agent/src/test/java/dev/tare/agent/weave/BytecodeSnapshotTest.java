package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.tare.agent.budget.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.CheckClassAdapter;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/**
 * What the weaver emits, as text with frames and maxima. {@code -Dtare.snapshots=write} writes the
 * files anew; read the difference before committing it.
 */
class BytecodeSnapshotTest {
  private static final Path SOURCES = Path.of("src/test/resources/dev/tare/agent/weave");

  @Test
  void staticMethodThatReturnsAValue() throws Exception {
    check(
        "static-value",
        SampleClass.of(
            Opcodes.ACC_STATIC,
            "twice",
            "(I)I",
            code -> {
              line(code, 7);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitInsn(Opcodes.ICONST_2);
              code.visitInsn(Opcodes.IMUL);
              code.visitInsn(Opcodes.IRETURN);
            }));
  }

  @Test
  void instanceMethodThatReturnsNothing() throws Exception {
    check(
        "instance-void",
        SampleClass.of(
            Opcodes.ACC_PUBLIC,
            "touch",
            "()V",
            code -> {
              line(code, 11);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitMethodInsn(
                  Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
              code.visitInsn(Opcodes.POP);
              code.visitInsn(Opcodes.RETURN);
            }));
  }

  @Test
  void wideArgumentsAndLocalsPastTheThird() throws Exception {
    check(
        "wide-arguments",
        SampleClass.of(
            Opcodes.ACC_STATIC,
            "mix",
            "(JDI)D",
            code -> {
              Label loop = new Label();
              line(code, 3);
              code.visitInsn(Opcodes.LCONST_1);
              code.visitVarInsn(Opcodes.LSTORE, 5); // the first local behind the arguments
              code.visitInsn(Opcodes.ICONST_0);
              code.visitVarInsn(Opcodes.ISTORE, 7);
              code.visitLabel(loop);
              code.visitIincInsn(7, 3);
              code.visitVarInsn(Opcodes.ILOAD, 7);
              code.visitVarInsn(Opcodes.ILOAD, 4);
              code.visitJumpInsn(Opcodes.IF_ICMPLT, loop);
              code.visitVarInsn(Opcodes.LLOAD, 0);
              code.visitVarInsn(Opcodes.LLOAD, 5);
              code.visitInsn(Opcodes.LADD);
              code.visitInsn(Opcodes.L2D);
              code.visitVarInsn(Opcodes.DLOAD, 2);
              code.visitInsn(Opcodes.DADD);
              code.visitInsn(Opcodes.DRETURN);
            }));
  }

  @Test
  void constructor() throws Exception {
    check(
        "constructor",
        SampleClass.of(
            Opcodes.ACC_PUBLIC,
            "<init>",
            "(I)V",
            code -> {
              line(code, 20);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              superCall(code);
              line(code, 21);
              code.visitVarInsn(Opcodes.ILOAD, 1);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "use", "(I)V", false);
              code.visitInsn(Opcodes.RETURN);
            }));
  }

  @Test
  void constructorWithBranchesBeforeSuper() throws Exception {
    check(
        "constructor-branches",
        SampleClass.of(
            Opcodes.ACC_PUBLIC,
            "<init>",
            "(I)V",
            code -> {
              Label positive = new Label();
              Label chosen = new Label();
              line(code, 30);
              code.visitVarInsn(Opcodes.ILOAD, 1);
              code.visitJumpInsn(Opcodes.IFGT, positive);
              code.visitInsn(Opcodes.ICONST_0);
              code.visitVarInsn(Opcodes.ISTORE, 1);
              code.visitJumpInsn(Opcodes.GOTO, chosen);
              code.visitLabel(positive);
              code.visitIincInsn(1, 1);
              code.visitLabel(chosen);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              superCall(code);
              line(code, 31);
              code.visitVarInsn(Opcodes.ILOAD, 1);
              code.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "use", "(I)V", false);
              code.visitInsn(Opcodes.RETURN);
            }));
  }

  @Test
  void tryCatchFinally() throws Exception {
    check("try-catch-finally", SampleClass.of(Opcodes.ACC_STATIC, "guard", "()I", Samples::guard));
  }

  @Test
  void loopThatBeginsTheMethod() throws Exception {
    check(
        "loop-at-start",
        SampleClass.of(
            Opcodes.ACC_STATIC,
            "countdown",
            "(I)V",
            code -> {
              Label head = new Label();
              code.visitLabel(head);
              code.visitLineNumber(50, head);
              code.visitIincInsn(0, -1);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFGT, head);
              code.visitInsn(Opcodes.RETURN);
            }));
  }

  /** The handler of a synchronized block covers itself: see {@link CatchProbes}. */
  @Test
  void synchronizedBlock() throws Exception {
    check(
        "synchronized",
        SampleClass.of(
            Opcodes.ACC_STATIC, "locked", "(Ljava/lang/Object;)V", Samples::synchronizedBlock));
  }

  /** What a body that calls nothing has when it is counted. */
  @Test
  void entryAlone() throws Exception {
    byte[] classFile =
        SampleClass.of(
            Opcodes.ACC_PUBLIC,
            "<init>",
            "(I)V",
            code -> {
              line(code, 20);
              code.visitVarInsn(Opcodes.ALOAD, 0);
              superCall(code);
              code.visitInsn(Opcodes.RETURN);
            });
    check("entry-alone", classFile, ProbePlan.beginningWith(method -> Tier.COUNTED, true));
  }

  @Test
  void counted() throws Exception {
    byte[] classFile =
        SampleClass.of(
            Opcodes.ACC_STATIC,
            "sample",
            "()J",
            code -> {
              line(code, 30);
              code.visitMethodInsn(
                  Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
              code.visitInsn(Opcodes.LRETURN);
            });
    check("counted", classFile, ProbePlan.beginningWith(method -> Tier.COUNTED, true));
  }

  private static void superCall(MethodVisitor code) {
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  }

  private static void line(MethodVisitor code, int line) {
    Label here = new Label();
    code.visitLabel(here);
    code.visitLineNumber(line, here);
  }

  private static void check(String name, byte[] classFile) throws IOException {
    check(name, classFile, ProbePlan.everythingTimed());
  }

  private static void check(String name, byte[] classFile, ProbePlan plan) throws IOException {
    byte[] woven = new Weaving(plan).weave(classFile);
    assertNotNull(woven);
    new ClassReader(woven).accept(new CheckClassAdapter(null), 0);
    String text = methodText(woven);
    String file = name + ".txt";
    if ("write".equals(System.getProperty("tare.snapshots"))) {
      Files.createDirectories(SOURCES);
      Files.writeString(SOURCES.resolve(file), text);
    }
    try (InputStream expected = BytecodeSnapshotTest.class.getResourceAsStream(file)) {
      assertNotNull(expected, file);
      assertEquals(new String(expected.readAllBytes(), StandardCharsets.UTF_8), text);
    }
  }

  private static String methodText(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
    Textifier printer = new Textifier();
    MethodNode method = node.methods.get(0);
    method.accept(new TraceMethodVisitor(printer));
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    printer.print(out);
    out.flush();
    return method.name + method.desc + "\n" + text;
  }
}
