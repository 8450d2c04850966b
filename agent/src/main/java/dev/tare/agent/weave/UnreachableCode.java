package dev.tare.agent.weave;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Code behind a jump or a return that nothing jumps to. The JVM verifies it as all other code (JVMS
 * 4.10.1), but ASM leaves it out where it computes how much stack a method needs: so the woven
 * class might not load.
 */
final class UnreachableCode {
  /** What the probes before a return push at most, beside the value that is returned. */
  private static final int EXIT_PROBE = 4;

  private UnreachableCode() {}

  /**
   * How much stack a method needs at most for its unreachable code, with probes; 0 where there is
   * none, or none that needs more than probes do.
   *
   * @param method not woven yet
   */
  static int stackNeeded(MethodNode method) {
    Set<LabelNode> targets = null;
    boolean isReached = true;
    int needed = 0;
    for (AbstractInsnNode insn : method.instructions) {
      int opcode = insn.getOpcode();
      if (!isReached && insn instanceof LabelNode label) {
        targets = targets == null ? targets(method) : targets;
        isReached = targets.contains(label);
      } else if (opcode >= 0) {
        if (!isReached && !isHarmless(opcode)) {
          boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN;
          needed = Math.max(needed, method.maxStack + (returns ? EXIT_PROBE : 0));
        }
        isReached &= !CodeFlow.endsWay(opcode);
      }
    }
    return needed;
  }

  /** What compilers leave behind, which has an exception on the stack at most. */
  private static boolean isHarmless(int opcode) {
    return opcode == Opcodes.NOP
        || opcode == Opcodes.ATHROW
        || opcode == Opcodes.GOTO
        || opcode == Opcodes.RETURN;
  }

  private static Set<LabelNode> targets(MethodNode method) {
    Set<LabelNode> targets = new HashSet<>();
    method.tryCatchBlocks.forEach(block -> targets.add(block.handler));
    for (AbstractInsnNode insn : method.instructions) {
      if (CodeFlow.branches(insn)) {
        targets.addAll(CodeFlow.targets(insn));
      }
    }
    return targets;
  }
}
