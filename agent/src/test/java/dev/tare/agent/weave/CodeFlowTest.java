package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class CodeFlowTest {
  @Test
  void straightCodeRunsOnce() {
    assertEquals(List.of("a"), once(code -> call(code, "a")));
  }

  @Test
  void whatABranchMayPassByDoesNotRunOnEveryWay() {
    assertEquals(
        List.of("before", "after"),
        once(
            code -> {
              Label end = new Label();
              call(code, "before");
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFEQ, end);
              call(code, "within");
              code.visitLabel(end);
              call(code, "after");
            }));
  }

  @Test
  void whatIsInALoopMayRunMoreThanOnce() {
    assertEquals(
        List.of("before", "after"),
        once(
            code -> {
              Label head = new Label();
              call(code, "before");
              code.visitLabel(head);
              call(code, "within");
              code.visitIincInsn(0, -1);
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFGT, head);
              call(code, "after");
            }));
  }

  @Test
  void aHandlerIsAWayAroundWhatItCovers() {
    assertEquals(
        List.of("after"),
        once(
            code -> {
              Label begin = new Label();
              Label end = new Label();
              Label handler = new Label();
              Label after = new Label();
              code.visitTryCatchBlock(begin, end, handler, "java/lang/Exception");
              code.visitLabel(begin);
              code.visitInsn(Opcodes.NOP);
              call(code, "within");
              code.visitLabel(end);
              code.visitJumpInsn(Opcodes.GOTO, after);
              code.visitLabel(handler);
              code.visitInsn(Opcodes.POP);
              call(code, "handler");
              code.visitLabel(after);
              call(code, "after");
            }));
  }

  @Test
  void aWayThatEndsInAnExceptionDoesNotReturn() {
    assertEquals(
        List.of("on"),
        once(
            code -> {
              Label on = new Label();
              code.visitVarInsn(Opcodes.ILOAD, 0);
              code.visitJumpInsn(Opcodes.IFNE, on);
              code.visitInsn(Opcodes.ACONST_NULL);
              code.visitInsn(Opcodes.ATHROW);
              code.visitLabel(on);
              call(code, "on");
            }));
  }

  @Test
  void firstCallsRunOnce() throws IOException {
    int calls = 0;
    for (byte[] classFile : RealClassesTest.module("jdk.compiler").values()) {
      ClassNode node = new ClassNode();
      new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
      for (MethodNode method : node.methods) {
        CodeFlow flow = new CodeFlow(method);
        for (AbstractInsnNode call : CodeFlow.firstCalls(method)) {
          if (method.instructions.size() <= CodeFlow.MAX_INSTRUCTIONS) {
            assertTrue(flow.runsOnce(call), () -> node.name + '.' + method.name + method.desc);
            calls++;
          }
        }
      }
    }
    assertTrue(calls > 10_000, () -> "hardly any calls");
  }

  @Test
  void codesThatCallOrJumpOrCatchDifferentlyAreToldApart() {
    List<SampleClass.Code> codes =
        List.of(
            code -> pushAndCall(code, "(I)V", false),
            code -> pushAndCall(code, "(Z)V", false),
            code -> pushAndCall(code, "(I)V", true),
            code -> jumpPast(code, 1),
            code -> jumpPast(code, 2),
            code -> choose(code, 1),
            code -> choose(code, 2),
            code -> protect(code, 1, "java/lang/Exception"),
            code -> protect(code, 2, "java/lang/Exception"),
            code -> protect(code, 1, "java/lang/Error"),
            code -> protect(code, 1, null));
    Set<Integer> hashes = new HashSet<>();
    for (SampleClass.Code code : codes) {
      assertEquals(CodeFlow.hash(method(code)), CodeFlow.hash(method(code)));
      hashes.add(CodeFlow.hash(method(code)));
    }
    assertEquals(codes.size(), hashes.size(), hashes::toString);
  }

  private static void pushAndCall(MethodVisitor code, String descriptor, boolean isOfInterface) {
    code.visitInsn(Opcodes.ICONST_0);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "dev/tare/Other", "a", descriptor, isOfInterface);
  }

  /** Two calls, the first of which, or both, are jumped past. */
  private static void jumpPast(MethodVisitor code, int calls) {
    Label[] behind = {new Label(), new Label(), new Label()};
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IFEQ, behind[calls]);
    callTwice(code, behind);
  }

  /** The same by a switch. */
  private static void choose(MethodVisitor code, int calls) {
    Label[] behind = {new Label(), new Label(), new Label()};
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitTableSwitchInsn(0, 0, behind[0], behind[calls]);
    callTwice(code, behind);
  }

  /** Two calls, the first of which, or both, are in the range of a handler. */
  private static void protect(MethodVisitor code, int calls, @Nullable String type) {
    Label[] behind = {new Label(), new Label(), new Label()};
    Label handler = new Label();
    Label end = new Label();
    code.visitTryCatchBlock(behind[0], behind[calls], handler, type);
    callTwice(code, behind);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(handler);
    code.visitInsn(Opcodes.POP);
    code.visitLabel(end);
  }

  private static void callTwice(MethodVisitor code, Label[] behind) {
    code.visitLabel(behind[0]);
    call(code, "a");
    code.visitLabel(behind[1]);
    call(code, "a");
    code.visitLabel(behind[2]);
  }

  private static void call(MethodVisitor code, String name) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "dev/tare/Other", name, "()V", false);
  }

  /** The calls that run once, of a method of one int that returns nothing. */
  private static List<String> once(SampleClass.Code code) {
    MethodNode method = method(code);
    CodeFlow flow = new CodeFlow(method);
    List<String> names = new ArrayList<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof MethodInsnNode call && flow.runsOnce(call)) {
        names.add(call.name);
      }
    }
    return names;
  }

  /** A method of one int that returns nothing. */
  private static MethodNode method(SampleClass.Code code) {
    ClassNode node = new ClassNode();
    byte[] classFile =
        SampleClass.of(
            Opcodes.ACC_STATIC,
            "sample",
            "(I)V",
            method -> {
              code.write(method);
              method.visitInsn(Opcodes.RETURN);
            });
    new ClassReader(classFile).accept(node, 0);
    return node.methods.get(0);
  }
}
