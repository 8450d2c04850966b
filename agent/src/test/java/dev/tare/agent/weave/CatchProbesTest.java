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
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
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
