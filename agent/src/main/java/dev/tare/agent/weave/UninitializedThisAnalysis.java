package dev.tare.agent.weave;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Follows the uninitialised {@code this} of a constructor through its code, as the verifier does
 * (JVMS 4.10.1.9, {@code invokespecial}). Besides where it is, one more local, which no code can
 * reach, keeps whether it has been initialised.
 */
final class UninitializedThisAnalysis {
  private static final BasicValue RAW_THIS =
      new BasicValue(Type.getObjectType("uninitializedThis"));

  private UninitializedThisAnalysis() {}

  /** The state before each of the method's instructions, labels and frames included. */
  static ThisState[] states(String owner, MethodNode method) throws AnalyzerException {
    int shadow = method.maxLocals++;
    Frame<BasicValue>[] frames;
    try {
      frames = new ThisAnalyzer(shadow).analyze(owner, method);
    } finally {
      method.maxLocals--;
    }
    ThisState[] states = new ThisState[frames.length];
    for (int i = 0; i < states.length; i++) {
      ThisFrame frame = (ThisFrame) frames[i];
      if (frame == null
          || frame.initialisesThis(method.instructions.get(i))
          || BasicValue.UNINITIALIZED_VALUE.equals(frame.getLocal(shadow))) {
        states[i] = ThisState.UNKNOWN;
      } else if (!RAW_THIS.equals(frame.getLocal(shadow))) {
        states[i] = ThisState.INITIALISED;
      } else {
        states[i] =
            RAW_THIS.equals(frame.getLocal(0)) ? ThisState.UNINITIALISED : ThisState.UNKNOWN;
      }
    }
    return states;
  }

  private static final class ThisAnalyzer extends Analyzer<BasicValue> {
    ThisAnalyzer(int shadow) {
      super(new ThisInterpreter(shadow));
    }

    @Override
    protected Frame<BasicValue> newFrame(int locals, int stack) {
      return new ThisFrame(locals, stack);
    }

    @Override
    protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> frame) {
      return new ThisFrame(frame);
    }
  }

  private static final class ThisInterpreter extends BasicInterpreter {
    private final int shadow;

    ThisInterpreter(int shadow) {
      super(Opcodes.ASM9);
      this.shadow = shadow;
    }

    @Override
    public BasicValue newParameterValue(boolean instance, int local, Type type) {
      return local == 0 ? RAW_THIS : super.newParameterValue(instance, local, type);
    }

    @Override
    public BasicValue newEmptyValue(int local) {
      return local == shadow ? RAW_THIS : super.newEmptyValue(local);
    }
  }

  private static final class ThisFrame extends Frame<BasicValue> {
    ThisFrame(int locals, int stack) {
      super(locals, stack);
    }

    ThisFrame(Frame<? extends BasicValue> frame) {
      super(frame);
    }

    @Override
    public void execute(AbstractInsnNode insn, Interpreter<BasicValue> interpreter)
        throws AnalyzerException {
      boolean initialises = initialisesThis(insn);
      super.execute(insn, interpreter);
      if (initialises) {
        for (int i = 0; i < getLocals(); i++) {
          if (RAW_THIS.equals(getLocal(i))) {
            setLocal(i, BasicValue.REFERENCE_VALUE);
          }
        }
        for (int i = 0; i < getStackSize(); i++) {
          if (RAW_THIS.equals(getStack(i))) {
            setStack(i, BasicValue.REFERENCE_VALUE);
          }
        }
      }
    }

    boolean initialisesThis(AbstractInsnNode insn) {
      return insn instanceof MethodInsnNode call
          && call.name.equals("<init>")
          && RAW_THIS.equals(receiver(call));
    }

    private BasicValue receiver(MethodInsnNode call) {
      return getStack(getStackSize() - 1 - Type.getArgumentCount(call.desc));
    }
  }
}
