package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
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
 *           $Tare.exitExceptionally(entered); throw;
 * </pre>
 *
 * <p>{@code entered} is a new local variable behind the arguments; all behind it move by one, and
 * each stack map frame gets it at that place, so that frames are extended and never computed:
 * computing them would load classes in the middle of loading a class. Where the handler begins,
 * nothing but {@code entered} is known of the locals, for the arguments' places may have been used
 * for something else.
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
  /** Before a return: node and method, above the value that is returned. */
  private static final int EXIT_STACK = 2;

  /** Where something is caught: exception, node and method. */
  private static final int HANDLER_STACK = 3;

  /** At most: ldc_w, invokestatic, wide istore. */
  private static final int ENTRY_SIZE = 3 + 3 + 4;

  /** At most: wide iload, ldc_w, invokestatic. */
  private static final int EXIT_SIZE = 4 + 3 + 3;

  /** An exit, and athrow. */
  private static final int HANDLER_SIZE = EXIT_SIZE + 1;

  private final MethodNode method;
  private final String owner;
  private final int id;

  /** The new local. */
  private final int entered;

  private final boolean hasFrames;

  /**
   * A weaver of one method.
   *
   * @param owner internal name of the method's class
   * @param method with frames expanded; it is changed
   * @param id the method's number
   * @param classVersion major version of the class file
   */
  MethodWeaver(String owner, MethodNode method, int id, int classVersion) {
    this.owner = owner;
    this.method = method;
    this.id = id;
    entered = firstMoved(method);
    // JVMS 4.10.1: older class files have no stack maps.
    hasFrames = classVersion >= Opcodes.V1_6;
  }

  void weave() {
    List<ProtectedRange> ranges =
        method.name.equals("<init>")
            ? ConstructorRanges.of(owner, method)
            : List.of(ProtectedRange.whole(method));
    makeRoomForLocal();
    CatchProbes.add(method, entered, id);
    exitBeforeReturns();
    addHandlers(ranges);
    enterFirst();
    method.maxLocals++;
    method.maxStack = Math.max(method.maxStack + EXIT_STACK, HANDLER_STACK);
  }

  private void makeRoomForLocal() {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof VarInsnNode access && access.var >= entered) {
        access.var++;
      } else if (insn instanceof IincInsnNode increment && increment.var >= entered) {
        increment.var++;
      } else if (insn instanceof FrameNode frame) {
        frame.local = withParent(frame.local);
      }
    }
    if (method.localVariables != null) {
      for (LocalVariableNode variable : method.localVariables) {
        variable.index += variable.index >= entered ? 1 : 0;
      }
    }
    shift(method.visibleLocalVariableAnnotations);
    shift(method.invisibleLocalVariableAnnotations);
  }

  private void shift(@Nullable List<LocalVariableAnnotationNode> annotations) {
    if (annotations != null) {
      for (LocalVariableAnnotationNode annotation : annotations) {
        annotation.index.replaceAll(index -> index >= entered ? index + 1 : index);
      }
    }
  }

  /** The locals of a frame, of which a long or double is one, with ours behind the arguments. */
  private List<Object> withParent(List<Object> locals) {
    List<Object> extended = new ArrayList<>(locals.size() + 1);
    int slot = 0;
    int i = 0;
    while (slot < entered && i < locals.size()) {
      Object local = locals.get(i++);
      extended.add(local);
      slot += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
    }
    for (; slot < entered; slot++) {
      extended.add(Opcodes.TOP);
    }
    extended.add(Opcodes.INTEGER);
    extended.addAll(locals.subList(i, locals.size()));
    return extended;
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
        exit.add(call(ProbeFacade.EXIT, ProbeFacade.EXIT_DESCRIPTOR)); // ..., [result]
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
            withParent(range.beforeSuper() ? List.of(Opcodes.UNINITIALIZED_THIS) : List.of());
        Object[] stack = {"java/lang/Throwable"};
        method.instructions.add(
            new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.length, stack));
      }
      method.instructions.add(new VarInsnNode(Opcodes.ILOAD, entered)); // Throwable, int
      method.instructions.add(
          call(
              ProbeFacade.EXIT_EXCEPTIONALLY,
              ProbeFacade.EXIT_EXCEPTIONALLY_DESCRIPTOR)); // Throwable
      method.instructions.add(new InsnNode(Opcodes.ATHROW)); //
    }
  }

  private void enterFirst() {
    InsnList entry = new InsnList();
    int line = firstLine(method);
    if (line > 0) {
      LabelNode start = new LabelNode();
      entry.add(start);
      entry.add(new LineNumberNode(line, start)); // a StackOverflowError names its line, as before
    }
    entry.add(push(id)); // int
    entry.add(call(ProbeFacade.ENTER, ProbeFacade.ENTER_DESCRIPTOR)); // int
    entry.add(new VarInsnNode(Opcodes.ISTORE, entered)); //
    method.instructions.insert(entry);
  }

  private static MethodInsnNode call(String name, String descriptor) {
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC, ProbeFacade.INTERNAL_NAME, name, descriptor, false);
  }

  private static AbstractInsnNode push(int value) {
    if (value <= 5) {
      return new InsnNode(Opcodes.ICONST_0 + value);
    }
    if (value <= Byte.MAX_VALUE) {
      return new IntInsnNode(Opcodes.BIPUSH, value);
    }
    return value <= Short.MAX_VALUE
        ? new IntInsnNode(Opcodes.SIPUSH, value)
        : new LdcInsnNode(value);
  }

  /**
   * How many bytes of code the probes add at most; ranges beyond a constructor's usual two are not
   * foreseen.
   */
  static int mostAdded(MethodNode method) {
    int firstMoved = firstMoved(method);
    int added = ENTRY_SIZE + 2 * HANDLER_SIZE + method.tryCatchBlocks.size() * EXIT_SIZE;
    for (AbstractInsnNode insn : method.instructions) {
      if (isReturn(insn)) {
        added += EXIT_SIZE;
      } else if (insn instanceof VarInsnNode access && access.var >= firstMoved) {
        // Locals 0 to 3 have instructions of one byte, those past 255 need the prefix `wide`.
        added += access.var == 3 ? 1 : access.var == 255 ? 2 : 0;
      } else if (insn instanceof IincInsnNode increment && increment.var == 255) {
        added += 3;
      }
    }
    return added;
  }

  private static boolean isReturn(AbstractInsnNode insn) {
    return insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN;
  }

  /** The first local behind the arguments, of which `this` is one. */
  private static int firstMoved(MethodNode method) {
    int arguments = Type.getArgumentsAndReturnSizes(method.desc) >> 2;
    return (method.access & Opcodes.ACC_STATIC) == 0 ? arguments : arguments - 1;
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
