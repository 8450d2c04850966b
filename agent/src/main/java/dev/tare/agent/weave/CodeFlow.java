package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** The ways through a method's code, from its first instruction to its returns. */
final class CodeFlow {
  /** In longer code nothing is sought. */
  static final int MAX_INSTRUCTIONS = 2000;

  private static final int NO_INSTRUCTION = -1;
  private static final int[] BEGIN = {0};
  private static final int[] NOWHERE = {};

  private final InsnList instructions;

  /** By instruction: which may be the next to run. Arrays, since most of this runs uncompiled. */
  private int @Nullable [][] ways;

  private final List<TryCatchBlockNode> handlers;

  /** Whether the ways can be told at all. */
  private final boolean isKnown;

  /** Whether there is but one way. */
  private final boolean isStraight;

  /** The flow of a method that is not woven yet. */
  CodeFlow(MethodNode method) {
    instructions = method.instructions;
    handlers = method.tryCatchBlocks;
    boolean hasSubroutines = false;
    boolean branches = !handlers.isEmpty();
    for (AbstractInsnNode insn : instructions) {
      int opcode = insn.getOpcode();
      hasSubroutines |= opcode == Opcodes.JSR || opcode == Opcodes.RET;
      branches |= branches(insn);
    }
    isKnown = !hasSubroutines && instructions.size() <= MAX_INSTRUCTIONS;
    isStraight = isKnown && !branches;
  }

  /**
   * Tells a method's code from another's, as far as its instructions, what they call, where they
   * jump to and its handlers go.
   */
  static int hash(MethodNode method) {
    InsnList instructions = method.instructions;
    int hash = 1;
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      hash = 31 * hash + (block.type == null ? 0 : block.type.hashCode());
      hash = 31 * hash + instructions.indexOf(block.start);
      hash = 31 * hash + instructions.indexOf(block.end);
      hash = 31 * hash + instructions.indexOf(block.handler);
    }
    for (AbstractInsnNode insn : instructions) {
      if (insn.getOpcode() >= 0) {
        hash = 31 * hash + insn.getOpcode();
      }
      if (insn instanceof MethodInsnNode call) {
        hash = 31 * (31 * hash + call.owner.hashCode()) + call.name.hashCode();
        hash = 31 * (31 * hash + call.desc.hashCode()) + (call.itf ? 1 : 0);
      } else if (branches(insn)) {
        for (LabelNode target : targets(insn)) {
          hash = 31 * hash + instructions.indexOf(target);
        }
      }
    }
    return hash;
  }

  /**
   * The calls that run before the first branch, or before what may be jumped to or is protected by
   * a handler. Each call of the method that returns has run them once, which is found here without
   * going through the rest.
   *
   * @param method of a class file whose frames mark all that is jumped to, JVMS 4.10.1
   */
  static Set<AbstractInsnNode> firstCalls(MethodNode method) {
    Set<AbstractInsnNode> protectedFrom = new HashSet<>();
    method.tryCatchBlocks.forEach(block -> protectedFrom.add(block.start));
    Set<AbstractInsnNode> calls = new HashSet<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof FrameNode || branches(insn) || protectedFrom.contains(insn)) {
        return calls;
      }
      if (insn instanceof MethodInsnNode) {
        calls.add(insn);
      }
    }
    return calls;
  }

  /** Whether the instruction at this index is in the range of a handler. */
  static boolean covers(TryCatchBlockNode range, InsnList instructions, int at) {
    return instructions.indexOf(range.start) <= at && at < instructions.indexOf(range.end);
  }

  /** Whether the instruction is a jump or a switch. */
  static boolean branches(AbstractInsnNode insn) {
    return insn instanceof JumpInsnNode
        || insn instanceof TableSwitchInsnNode
        || insn instanceof LookupSwitchInsnNode;
  }

  /**
   * Whether each call of the method that returns has run this instruction once. False where that is
   * not known.
   */
  boolean runsOnce(AbstractInsnNode insn) {
    if (isStraight || !isKnown) {
      return isStraight;
    }
    return !reaches(BEGIN, instructions.indexOf(insn), NO_INSTRUCTION) && !repeats(insn);
  }

  /** Whether a call of the method may run this instruction more than once, as far as is known. */
  boolean repeats(AbstractInsnNode insn) {
    int at = instructions.indexOf(insn);
    return isKnown && !isStraight && reaches(ways()[at], NO_INSTRUCTION, at);
  }

  /**
   * Whether the handler of a range may return or run one of these calls, instead of throwing on, as
   * those of {@code synchronized}, {@code finally} and try-with-resources do. True where that is
   * not known.
   */
  boolean goesOn(TryCatchBlockNode range, List<MethodInsnNode> calls) {
    if (!isKnown) {
      return true;
    }
    int[] handler = {instructions.indexOf(range.handler)};
    return reaches(handler, NO_INSTRUCTION, NO_INSTRUCTION)
        || calls.stream()
            .anyMatch(call -> reaches(handler, NO_INSTRUCTION, instructions.indexOf(call)));
  }

  /**
   * Whether a way leads from one of these instructions to another.
   *
   * @param without through which no way is sought
   * @param to the other; any return where it is none
   */
  private boolean reaches(int[] from, int without, int to) {
    int[][] next = ways();
    boolean[] seen = new boolean[next.length];
    int[] waiting = new int[next.length];
    int count = add(from, without, seen, waiting, 0);
    while (count > 0) {
      int at = waiting[--count];
      if (to == NO_INSTRUCTION ? isReturn(instructions.get(at).getOpcode()) : at == to) {
        return true;
      }
      count = add(next[at], without, seen, waiting, count);
    }
    return false;
  }

  /** Lets instructions wait that were not seen yet; returns how many wait then. */
  private static int add(int[] found, int without, boolean[] seen, int[] waiting, int waitingNow) {
    int count = waitingNow;
    for (int at : found) {
      if (at != without && !seen[at]) {
        seen[at] = true;
        waiting[count++] = at;
      }
    }
    return count;
  }

  private int[][] ways() {
    int[][] known = ways;
    if (known == null) {
      known = new int[instructions.size()][];
      for (int at = 0; at < known.length; at++) {
        known[at] = next(at);
      }
      ways = known;
    }
    return known;
  }

  private int[] next(int at) {
    AbstractInsnNode insn = instructions.get(at);
    int[] next = NOWHERE;
    if (branches(insn)) {
      for (LabelNode label : targets(insn)) {
        next = with(next, instructions.indexOf(label));
      }
    }
    if (!endsWay(insn.getOpcode()) && at + 1 < instructions.size()) {
      next = with(next, at + 1);
    }
    for (TryCatchBlockNode block : handlers) {
      if (covers(block, instructions, at)) {
        next = with(next, instructions.indexOf(block.handler));
      }
    }
    return next;
  }

  private static int[] with(int[] places, int place) {
    int[] more = Arrays.copyOf(places, places.length + 1);
    more[places.length] = place;
    return more;
  }

  /** Where an instruction may jump to. */
  static List<LabelNode> targets(AbstractInsnNode insn) {
    if (insn instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    List<LabelNode> targets = new ArrayList<>();
    if (insn instanceof TableSwitchInsnNode table) {
      targets.addAll(table.labels);
      targets.add(table.dflt);
    } else if (insn instanceof LookupSwitchInsnNode lookup) {
      targets.addAll(lookup.labels);
      targets.add(lookup.dflt);
    }
    return targets;
  }

  /** Whether what is behind the instruction is never the next to run. */
  private static boolean endsWay(int opcode) {
    return opcode == Opcodes.GOTO
        || opcode == Opcodes.ATHROW
        || opcode == Opcodes.TABLESWITCH
        || opcode == Opcodes.LOOKUPSWITCH
        || isReturn(opcode);
  }

  private static boolean isReturn(int opcode) {
    return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
  }
}
