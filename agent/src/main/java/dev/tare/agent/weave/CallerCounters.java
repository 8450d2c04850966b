package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets a method count in local variables what it calls in loops, before it gets its probes.
 *
 * <pre>
 *           long calls = 0;
 *   begin:  ... the method as it was, with calls++ before each such call, or after it,
 *               and $Tare.add(calls, callee); calls = 0; before each return ...
 *   end:
 *   handler (everything thrown between begin and end):
 *           throw $Tare.addThrown(thrown, calls, callee);
 * </pre>
 *
 * <p>After it where the caller may catch what the JVM throws in place of the call: nobody would
 * know that there was none. Calls that end by an exception are missing then.
 *
 * <p>To the probes the handler is one of the application's. It covers a constructor from where
 * {@code this} is initialised: what was counted before is lost if that call throws.
 *
 * <p>Set to 0 again, for what comes before the return may throw yet: the handler adds none twice.
 */
final class CallerCounters {
  /** At most: wide lload, ldc_w, invokestatic, lconst_0, wide lstore. */
  private static final int ADD_SIZE = 4 + 3 + 3 + 1 + 4;

  /** At most: wide lload, lconst_1, ladd, wide lstore. */
  private static final int COUNT_SIZE = 4 + 1 + 1 + 4;

  /** More of them are not counted: each is a value that the caller's code has to keep. */
  static final int MAX_COUNTERS = 8;

  private final MethodNode method;

  /** The place of each counter, and the constant for the method whose calls it counts. */
  private final Map<Integer, Integer> counters = new LinkedHashMap<>();

  private final int first;

  private CallerCounters(MethodNode method) {
    this.method = method;
    first = method.maxLocals;
  }

  /**
   * Adds counters to a method that is not woven yet.
   *
   * @param owner internal name of its class
   * @param counted the calls to count, by the constant for the method that they call
   * @param hasFrames whether the class file has stack maps
   */
  static void add(
      String owner, MethodNode method, Map<Integer, BoundCalls.Sites> counted, boolean hasFrames) {
    new CallerCounters(method).weave(owner, counted, hasFrames);
  }

  private void weave(String owner, Map<Integer, BoundCalls.Sites> counted, boolean hasFrames) {
    List<ProtectedRange> ranges =
        method.name.equals("<init>")
            ? ConstructorRanges.of(owner, method)
            : List.of(ProtectedRange.whole(method));
    counted.forEach(
        (callee, sites) -> {
          int counter = method.maxLocals;
          method.maxLocals += 2;
          counters.put(counter, callee);
          for (AbstractInsnNode call : sites.calls()) {
            if (sites.areCertain()) {
              method.instructions.insertBefore(call, increment(counter));
            } else {
              method.instructions.insert(call, increment(counter));
            }
          }
        });
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof FrameNode frame) {
        frame.local = extended(frame.local);
      } else if (MethodWeaver.isReturn(insn)) {
        method.instructions.insertBefore(insn, flush());
      }
    }
    for (ProtectedRange range : ranges) {
      if (!range.beforeSuper()) {
        addHandler(range, hasFrames);
      }
    }
    method.instructions.insert(zero());
  }

  private InsnList zero() {
    InsnList zero = new InsnList();
    counters.keySet().forEach(counter -> addZero(counter, zero));
    return zero;
  }

  private void addZero(int counter, InsnList code) {
    code.add(new InsnNode(Opcodes.LCONST_0)); // long
    code.add(new VarInsnNode(Opcodes.LSTORE, counter)); //
  }

  private InsnList increment(int counter) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(Opcodes.LLOAD, counter)); // ..., long
    code.add(new InsnNode(Opcodes.LCONST_1)); // ..., long, long
    code.add(new InsnNode(Opcodes.LADD)); // ..., long
    code.add(new VarInsnNode(Opcodes.LSTORE, counter)); // ...
    return code;
  }

  private InsnList flush() {
    InsnList code = new InsnList();
    counters.forEach(
        (counter, callee) -> {
          code.add(new VarInsnNode(Opcodes.LLOAD, counter)); // ..., [result], long
          code.add(MethodWeaver.push(callee)); // ..., [result], long, int
          code.add(call(ProbeFacade.ADD, ProbeFacade.ADD_DESCRIPTOR)); // ..., [result]
          addZero(counter, code);
        });
    return code;
  }

  private void addHandler(ProtectedRange range, boolean hasFrames) {
    LabelNode handler = new LabelNode();
    method.tryCatchBlocks.add(new TryCatchBlockNode(range.begin(), range.end(), handler, null));
    InsnList code = new InsnList();
    code.add(handler); // Throwable
    if (hasFrames) {
      List<Object> locals = extended(List.of());
      Object[] stack = {"java/lang/Throwable"};
      code.add(new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), 1, stack));
    }
    counters.forEach(
        (counter, callee) -> {
          code.add(new VarInsnNode(Opcodes.LLOAD, counter)); // Throwable, long
          code.add(MethodWeaver.push(callee)); // Throwable, long, int
          code.add(call(ProbeFacade.ADD_THROWN, ProbeFacade.ADD_THROWN_DESCRIPTOR)); // Throwable
        });
    code.add(new InsnNode(Opcodes.ATHROW)); //
    method.instructions.add(code);
  }

  /** The locals of a frame, of which a long or double is one, with the counters in their places. */
  private List<Object> extended(List<Object> locals) {
    List<Object> extended = new ArrayList<>(locals);
    MethodWeaver.fill(extended, first);
    counters.keySet().forEach(counter -> extended.add(Opcodes.LONG));
    return extended;
  }

  private static MethodInsnNode call(String name, String descriptor) {
    return MethodWeaver.call(name, descriptor);
  }

  /** How many bytes of code counters for these calls add at most. */
  static int mostAdded(MethodNode method, List<BoundCalls.Sites> counted) {
    int ends = 2;
    for (AbstractInsnNode insn : method.instructions) {
      ends += MethodWeaver.isReturn(insn) ? 1 : 0;
    }
    int added = 0;
    for (BoundCalls.Sites sites : counted) {
      added += ends * ADD_SIZE + sites.calls().size() * COUNT_SIZE;
    }
    return added;
  }
}
