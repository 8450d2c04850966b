package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Cuts a constructor into ranges before and after {@code this} is initialised. A handler's stack
 * map frame says either that {@code this} is uninitialised or that it is not (JVMS 4.10.1.4), so no
 * one handler can cover both; and where the verifier could not say which it is, no range is.
 *
 * <p>The call that initialises it is in none: the verifier asks a handler there to take {@code
 * this} as it was before the call and as it is after, and no frame does. What that call throws is
 * made up for where it is caught, or where the first woven frame is left by it.
 */
final class ConstructorRanges {
  private ConstructorRanges() {}

  /** The ranges in their order, with labels added to the method. */
  static List<ProtectedRange> of(String owner, MethodNode method) {
    AbstractInsnNode superCall = straightSuperCall(method);
    if (superCall != null) {
      LabelNode begin = new LabelNode();
      LabelNode uninitialised = new LabelNode();
      LabelNode initialised = new LabelNode();
      LabelNode end = new LabelNode();
      method.instructions.insert(begin);
      method.instructions.insertBefore(superCall, uninitialised);
      method.instructions.insert(superCall, initialised);
      method.instructions.add(end);
      return List.of(
          new ProtectedRange(begin, uninitialised, true),
          new ProtectedRange(initialised, end, false));
    }
    try {
      return runs(method, UninitializedThisAnalysis.states(owner, method));
    } catch (AnalyzerException e) {
      throw new IllegalArgumentException("constructor not understood: " + method.desc, e);
    }
  }

  /** Whether there are two ranges, before and after the call that initialises {@code this}. */
  static boolean isStraight(MethodNode method) {
    return straightSuperCall(method) != null;
  }

  /**
   * The call that initialises {@code this}, where nothing but straight code without other objects
   * in the making comes before it: so it is in nearly every constructor.
   */
  private static @Nullable AbstractInsnNode straightSuperCall(MethodNode method) {
    InsnList instructions = method.instructions;
    for (AbstractInsnNode insn : instructions) {
      if (CodeFlow.branches(insn)
          || insn.getOpcode() == Opcodes.NEW
          || insn.getOpcode() == Opcodes.ATHROW
          || (insn.getOpcode() == Opcodes.ASTORE && ((VarInsnNode) insn).var == 0)) {
        return null;
      }
      if (insn instanceof MethodInsnNode call && call.name.equals("<init>")) {
        int at = instructions.indexOf(insn);
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
          if (instructions.indexOf(block.start) <= at) {
            return null;
          }
        }
        return insn;
      }
    }
    return null;
  }

  private static List<ProtectedRange> runs(MethodNode method, ThisState[] states) {
    List<ProtectedRange> ranges = new ArrayList<>();
    AbstractInsnNode[] instructions = method.instructions.toArray();
    int i = 0;
    while (i < instructions.length) {
      ThisState state = states[i];
      int begin = i;
      int last = i;
      while (i < instructions.length && states[i] == state) {
        last = i++;
      }
      boolean known = state == ThisState.UNINITIALISED || state == ThisState.INITIALISED;
      if (known && hasCode(instructions, begin, last)) {
        LabelNode from = new LabelNode();
        LabelNode to = new LabelNode();
        method.instructions.insertBefore(instructions[begin], from);
        method.instructions.insert(instructions[last], to);
        ranges.add(new ProtectedRange(from, to, state == ThisState.UNINITIALISED));
      }
    }
    return ranges;
  }

  private static boolean hasCode(AbstractInsnNode[] instructions, int from, int to) {
    for (int i = from; i <= to; i++) {
      if (instructions[i].getOpcode() >= 0) {
        return true;
      }
    }
    return false;
  }
}
