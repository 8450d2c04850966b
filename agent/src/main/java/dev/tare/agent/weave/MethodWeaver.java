package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Adds the probes to one method.
 *
 * <pre>
 *           int entered = $Tare.enter(id);
 *   begin:  ... the method as it was, with $Tare.exit(entered, id) before each return ...
 *   end:
 *   handler (everything thrown between begin and end):
 *           throw $Tare.exitExceptionally(thrown, entered);
 * </pre>
 *
 * <p>{@code entered} is a new local variable behind all others, whose numbers stay: helpful
 * messages of a {@code NullPointerException} name them where there is no debug information. Each
 * stack map frame gets it at that place, so that frames are extended and never computed: computing
 * them would load classes in the middle of loading a class. Where the handler begins, nothing but
 * {@code entered} is known of the locals, for the arguments' places may have been used for
 * something else.
 *
 * <p>How much operand stack the method needs is left to {@link ClassWeaver}'s writer: most methods
 * have used up none of theirs where a probe stands, and C1 makes each frame as large as {@code
 * max_stack} says (FrameMap in c1_FrameMap.cpp), so a word too many is a word of the application's
 * stack at every level.
 *
 * <p>Where the method catches something itself, {@code $Tare.caught(entered, id)} comes first. It
 * opens this call's node again, if frames were left in between that had no chance to say so: what a
 * constructor's {@code super(...)} throws no handler in that constructor can see, and out of stack
 * a probe may not run.
 *
 * <p>An exit that fails, out of stack, is in the handler's range; closing a call twice does no
 * harm.
 */
final class MethodWeaver {
  /** At most: ldc_w, invokestatic, wide istore. */
  private static final int ENTRY_SIZE = 3 + 3 + 4;

  /** At most: wide iload, ldc_w, invokestatic. */
  private static final int EXIT_SIZE = 4 + 3 + 3;

  /** An exit, and athrow. */
  private static final int HANDLER_SIZE = EXIT_SIZE + 1;

  /** The names of the probes that stand at a method's entry and at its exits. */
  enum ProbePair {
    /** With readings, by the mode. */
    TIMED(ProbeFacade.ENTER, ProbeFacade.EXIT, ProbeFacade.EXIT_EXCEPTIONALLY),
    /** Without readings, in full mode alone: sampled probes seldom take a reading. */
    COUNTED(
        ProbeFacade.ENTER_COUNTED,
        ProbeFacade.EXIT_COUNTED,
        ProbeFacade.EXIT_COUNTED_EXCEPTIONALLY);

    private final String enter;
    private final String exit;
    private final String exitExceptionally;

    ProbePair(String enter, String exit, String exitExceptionally) {
      this.enter = enter;
      this.exit = exit;
      this.exitExceptionally = exitExceptionally;
    }
  }

  private final MethodNode method;
  private final String owner;
  private final int id;
  private final ProbePair probes;

  /** The new local. */
  private final int entered;

  private final boolean hasFrames;

  /**
   * A weaver of one method.
   *
   * @param owner internal name of the method's class
   * @param method with frames expanded; it is changed
   * @param id the constant that stands for the method's number
   * @param probes which are added
   * @param classVersion major version of the class file
   */
  MethodWeaver(String owner, MethodNode method, int id, ProbePair probes, int classVersion) {
    this.owner = owner;
    this.method = method;
    this.id = id;
    this.probes = probes;
    entered = method.maxLocals;
    // JVMS 4.10.1: older class files have no stack maps.
    hasFrames = classVersion >= Opcodes.V1_6;
  }

  void weave() {
    List<ProtectedRange> ranges =
        method.name.equals("<init>")
            ? ConstructorRanges.of(owner, method)
            : List.of(ProtectedRange.whole(method));
    extendFrames();
    CatchProbes.add(method, entered, id);
    exitBeforeReturns();
    addHandlers(ranges);
    enterFirst();
  }

  private void extendFrames() {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof FrameNode frame) {
        frame.local = withEntered(frame.local);
      }
    }
  }

  /** The locals of a frame, of which a long or double is one, with ours in its place. */
  private List<Object> withEntered(List<Object> locals) {
    List<Object> extended = new ArrayList<>(locals);
    fill(extended, entered);
    extended.add(Opcodes.INTEGER);
    return extended;
  }

  /** Adds places without a value to a frame's locals, up to the one of this number, exclusive. */
  static void fill(List<Object> locals, int end) {
    int slot = 0;
    for (Object local : locals) {
      slot += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
    }
    for (; slot < end; slot++) {
      locals.add(Opcodes.TOP);
    }
  }

  /** What comes first where something is caught. */
  static InsnList caught(int entered, int id) {
    InsnList resume = new InsnList();
    resume.add(new VarInsnNode(Opcodes.ILOAD, entered)); // Throwable, int
    resume.add(push(id)); // Throwable, int, int
    resume.add(call(ProbeFacade.CAUGHT, ProbeFacade.CAUGHT_DESCRIPTOR)); // Throwable
    return resume;
  }

  private void exitBeforeReturns() {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (isReturn(insn)) {
        InsnList exit = new InsnList();
        exit.add(new VarInsnNode(Opcodes.ILOAD, entered)); // ..., [result], int
        exit.add(push(id)); // ..., [result], int, int
        exit.add(call(probes.exit, ProbeFacade.EXIT_DESCRIPTOR)); // ..., [result]
        method.instructions.insertBefore(insn, exit);
      }
    }
  }

  private void addHandlers(List<ProtectedRange> ranges) {
    for (ProtectedRange range : ranges) {
      LabelNode handler = new LabelNode();
      // Behind all others: the application's own handlers come first (JVMS 2.10).
      method.tryCatchBlocks.add(new TryCatchBlockNode(range.begin(), range.end(), handler, null));
      method.instructions.add(handler); // Throwable
      if (hasFrames) {
        List<Object> locals =
            withEntered(range.beforeSuper() ? List.of(Opcodes.UNINITIALIZED_THIS) : List.of());
        Object[] stack = {"java/lang/Throwable"};
        method.instructions.add(
            new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.length, stack));
      }
      method.instructions.add(new VarInsnNode(Opcodes.ILOAD, entered)); // Throwable, int
      method.instructions.add(
          call(probes.exitExceptionally, ProbeFacade.EXIT_EXCEPTIONALLY_DESCRIPTOR)); // Throwable
      method.instructions.add(new InsnNode(Opcodes.ATHROW)); //
    }
  }

  private void enterFirst() {
    InsnList entry = lineOfEntry(method);
    entry.add(push(id)); // int
    entry.add(call(probes.enter, ProbeFacade.ENTER_DESCRIPTOR)); // int
    entry.add(new VarInsnNode(Opcodes.ISTORE, entered)); //
    method.instructions.insert(entry);
  }

  /**
   * Adds {@code $Tare.count(id)}, or the like, in front of a method, and no other probe: its calls
   * are never open.
   */
  static void countEntry(MethodNode method, int id, String probe) {
    InsnList entry = lineOfEntry(method);
    entry.add(push(id)); // int
    entry.add(call(probe, ProbeFacade.COUNT_DESCRIPTOR)); //
    method.instructions.insert(entry);
  }

  private static InsnList lineOfEntry(MethodNode method) {
    InsnList entry = new InsnList();
    int line = lineOfFirstInstruction(method);
    if (line > 0) {
      LabelNode start = new LabelNode();
      entry.add(start);
      entry.add(new LineNumberNode(line, start)); // a StackOverflowError names its line, as before
    }
    return entry;
  }

  static MethodInsnNode call(String name, String descriptor) {
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC, ProbeFacade.INTERNAL_NAME, name, descriptor, false);
  }

  /** Pushes a constant that stands for a method's number. */
  static AbstractInsnNode push(int constant) {
    return new LdcInsnNode(constant);
  }

  /**
   * How many bytes of code the probes add at most; ranges beyond a constructor's usual two are not
   * foreseen.
   */
  static int mostAdded(MethodNode method) {
    int catches = method.tryCatchBlocks.size() * (EXIT_SIZE + CatchProbes.FAILED_SIZE);
    int added = ENTRY_SIZE + 2 * HANDLER_SIZE + catches;
    for (AbstractInsnNode insn : method.instructions) {
      if (isReturn(insn)) {
        added += EXIT_SIZE;
      }
    }
    return added;
  }

  static boolean isReturn(AbstractInsnNode insn) {
    return insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN;
  }

  /** 0 where it has none, as in what the Kotlin compiler writes for {@code @JvmStatic}. */
  private static int lineOfFirstInstruction(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LineNumberNode line) {
        return line.line;
      }
      if (insn.getOpcode() >= 0) {
        return 0;
      }
    }
    return 0;
  }

  /** The line of the first instruction that has one; 0 where none has. */
  static int firstLine(MethodNode method) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LineNumberNode line) {
        return line.line;
      }
    }
    return 0;
  }
}
