package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.tare.agent.budget.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** C1 compiles a method only where nothing but exceptions comes to its handlers. */
class CatchProbesTest {
  @Test
  void handlersAreReachedByExceptionsAlone() throws IOException {
    ClassNode plain = read(Sample.bytes());
    ClassNode timed = read(requireNonNull(new Weaving().weave(Sample.bytes())));
    ProbePlan plan =
        ProbePlan.beginningWith(
            method -> method.name().startsWith("bare") ? Tier.MERGED : Tier.TIMED, true);
    ClassNode counting = read(requireNonNull(new Weaving(plan).weave(Sample.bytes())));
    for (int i = 0; i < plain.methods.size(); i++) {
      MethodNode method = plain.methods.get(i);
      assertEquals(List.of(), reachedHandlers(method), method.name);
      assertEquals(List.of(), reachedHandlers(timed.methods.get(i)), method.name);
      assertEquals(List.of(), reachedHandlers(counting.methods.get(i)), method.name);
      if (!method.tryCatchBlocks.isEmpty()) {
        assertNotEquals(0, timed.methods.get(i).tryCatchBlocks.size(), method.name);
      }
    }
  }

  /**
   * Neither scalac's nor Groovy's handlers of a monitor cover themselves. Where a failing probe led
   * to the handler around the whole method, with the monitor held, neither C1 nor C2 would compile
   * the method.
   */
  @Test
  void aFailingProbeLeadsToItsOwnHandlerThatReleasesAMonitor() {
    ClassNode woven = read(requireNonNull(new Weaving().weave(withAMonitorAsOfScalac())));
    MethodNode method = woven.methods.get(0);
    List<Integer> caught =
        IntStream.range(0, method.instructions.size())
            .filter(
                i ->
                    method.instructions.get(i) instanceof MethodInsnNode call
                        && call.name.equals(ProbeFacade.CAUGHT))
            .boxed()
            .toList();
    assertEquals(1, caught.size());
    TryCatchBlockNode first =
        method.tryCatchBlocks.stream()
            .filter(block -> method.instructions.indexOf(block.start) < caught.get(0))
            .filter(block -> method.instructions.indexOf(block.end) > caught.get(0))
            .findFirst()
            .orElseThrow();
    AbstractInsnNode failed = method.instructions.get(place(method, first.handler));
    assertEquals(Opcodes.NOP, failed.getOpcode());
    assertEquals(Opcodes.ALOAD, failed.getNext().getNext().getOpcode());
    assertEquals(Opcodes.MONITOREXIT, failed.getNext().getNext().getNext().getOpcode());
  }

  private static byte[] withAMonitorAsOfScalac() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "Locked", null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_STATIC, "add", "(Ljava/lang/Object;I)I", null, null);
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    code.visitCode();
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitVarInsn(Opcodes.ALOAD, 0); // lock
    code.visitInsn(Opcodes.MONITORENTER); //
    code.visitLabel(start);
    code.visitVarInsn(Opcodes.ILOAD, 1); // int
    code.visitVarInsn(Opcodes.ISTORE, 1); //
    code.visitLabel(end);
    code.visitVarInsn(Opcodes.ALOAD, 0); // lock
    code.visitInsn(Opcodes.MONITOREXIT); //
    code.visitVarInsn(Opcodes.ILOAD, 1); // int
    code.visitInsn(Opcodes.IRETURN); //
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ALOAD, 0); // Throwable, lock
    code.visitInsn(Opcodes.MONITOREXIT); // Throwable
    code.visitInsn(Opcodes.ATHROW); //
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Places of handlers that code comes to without an exception. */
  private static List<Integer> reachedHandlers(MethodNode method) {
    Set<Integer> targets = new HashSet<>();
    for (AbstractInsnNode insn : method.instructions) {
      for (LabelNode label : targets(insn)) {
        targets.add(place(method, label));
      }
    }
    return method.tryCatchBlocks.stream()
        .map((TryCatchBlockNode block) -> place(method, block.handler))
        .filter(place -> targets.contains(place) || runsOn(method.instructions.get(place)))
        .distinct()
        .toList();
  }

  private static List<LabelNode> targets(AbstractInsnNode insn) {
    if (insn instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    if (insn instanceof TableSwitchInsnNode table) {
      return table.labels;
    }
    return insn instanceof LookupSwitchInsnNode lookup ? lookup.labels : List.of();
  }

  /** The first instruction from a label on. */
  private static int place(MethodNode method, LabelNode label) {
    AbstractInsnNode insn = label;
    while (insn.getOpcode() < 0) {
      insn = insn.getNext();
    }
    return method.instructions.indexOf(insn);
  }

  /** Whether the instruction before this one leads to it. */
  private static boolean runsOn(AbstractInsnNode next) {
    AbstractInsnNode insn = next.getPrevious();
    while (insn != null && insn.getOpcode() < 0) {
      insn = insn.getPrevious();
    }
    return insn != null
        && insn.getOpcode() != Opcodes.GOTO
        && insn.getOpcode() != Opcodes.ATHROW
        && insn.getOpcode() != Opcodes.TABLESWITCH
        && insn.getOpcode() != Opcodes.LOOKUPSWITCH
        && !MethodWeaver.isReturn(insn);
  }

  private static ClassNode read(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  /** What javac makes of handlers that cover others, and themselves. */
  static final class Sample {
    private static final AtomicInteger CALLS = new AtomicInteger();

    private Sample() {}

    static byte[] bytes() throws IOException {
      String name = "/" + Sample.class.getName().replace('.', '/') + ".class";
      try (InputStream in = requireNonNull(Sample.class.getResourceAsStream(name))) {
        return in.readAllBytes();
      }
    }

    static int caughtAndFinally(String text) {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        return -1;
      } finally {
        bareCount();
      }
    }

    static synchronized int locked(List<String> texts) {
      synchronized (texts) {
        return texts.size();
      }
    }

    static int resources(List<String> texts) throws IOException {
      int length = 0;
      for (String text : texts) {
        try (StringReader reader = new StringReader(text)) {
          bareCount();
          length += reader.read();
        } catch (IllegalStateException e) {
          length--;
        }
      }
      return length;
    }

    private static void bareCount() {
      CALLS.incrementAndGet();
    }
  }
}
