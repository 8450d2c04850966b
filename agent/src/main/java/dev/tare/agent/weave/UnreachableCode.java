package dev.tare.agent.weave;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

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
        isReached &= !ends(opcode);
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

  private static boolean ends(int opcode) {
    return opcode == Opcodes.GOTO
        || opcode == Opcodes.ATHROW
        || opcode == Opcodes.TABLESWITCH
        || opcode == Opcodes.LOOKUPSWITCH
        || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
  }

  private static Set<LabelNode> targets(MethodNode method) {
    Set<LabelNode> targets = new HashSet<>();
    method.tryCatchBlocks.forEach(block -> targets.add(block.handler));
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof JumpInsnNode jump) {
        targets.add(jump.label);
      } else if (insn instanceof TableSwitchInsnNode table) {
        add(targets, table.dflt, table.labels);
      } else if (insn instanceof LookupSwitchInsnNode lookup) {
        add(targets, lookup.dflt, lookup.labels);
      }
    }
    return targets;
  }

  private static void add(
      Set<LabelNode> targets, @Nullable LabelNode otherwise, List<LabelNode> labels) {
    targets.addAll(labels);
    if (otherwise != null) {
      targets.add(otherwise);
    }
  }
}
