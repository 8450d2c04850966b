package dev.tare.agent.weave;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a method's code tells of its calls and of its time, before it ever runs.
 *
 * @param plainSize bytes of its code as it is
 * @param wovenSize bytes of its code with an entry, exits and handlers, at most
 * @param callSites instructions that call, the constructor of {@code Object} left out
 * @param loops whether it jumps backwards
 */
record CodeShape(int plainSize, int wovenSize, int callSites, boolean loops) {

  /** Of a method that is not woven yet. */
  static CodeShape of(MethodNode method, WovenSize size) {
    Set<LabelNode> passed = new HashSet<>();
    int callSites = 0;
    boolean loops = false;
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LabelNode label) {
        passed.add(label);
      }
      callSites += isCall(insn) ? 1 : 0;
      loops |= isBackward(insn, passed);
    }
    return new CodeShape(size.before, size.after, callSites, loops);
  }

  /**
   * Whether no instruction calls: then nothing is entered below it, but the initialisers of classes
   * that it is the first to use, and its entry alone tells all its calls.
   */
  boolean callsNothing() {
    return callSites == 0;
  }

  /** Calls of {@code Object()}, which every chain of constructors ends with, enter no probe. */
  private static boolean isCall(AbstractInsnNode insn) {
    if (insn instanceof MethodInsnNode call) {
      return !(call.name.equals("<init>") && call.owner.equals("java/lang/Object"));
    }
    // A dynamic constant's bootstrap method runs where it is first needed (JVMS 5.4.3.6).
    return insn instanceof InvokeDynamicInsnNode
        || (insn instanceof LdcInsnNode constant && constant.cst instanceof ConstantDynamic);
  }

  private static boolean isBackward(AbstractInsnNode insn, Set<LabelNode> passed) {
    return CodeFlow.branches(insn)
        ? !Collections.disjoint(passed, CodeFlow.targets(insn))
        : insn.getOpcode() == Opcodes.RET; // Where it leads is not written in it.
  }
}
