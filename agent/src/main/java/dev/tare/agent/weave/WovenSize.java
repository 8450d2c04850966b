package dev.tare.agent.weave;

import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.MethodNode;

/** How many bytes of code a method has, and will have at most once it is woven. */
final class WovenSize {
  /** How far a jump of three bytes reaches (JVMS 6.5, {@code goto}); ASM makes longer ones wide. */
  private static final int JUMP_REACH = Short.MAX_VALUE;

  /** HotSpot's {@code HugeMethodLimit}: larger methods stay interpreted. */
  static final int MAX_COMPILED = 8000;

  /** The least that the method can have as it is. */
  final int before;

  /** The most that it can have woven. */
  final int after;

  private WovenSize(int before, int after) {
    this.before = before;
    this.after = after;
  }

  static WovenSize of(MethodNode method) {
    JumpsCounted size = new JumpsCounted();
    method.accept(size);
    int wide = size.getMaxSize() + MethodWeaver.mostAdded(method);
    int narrow = wide - size.widening;
    return new WovenSize(size.getMinSize(), narrow <= JUMP_REACH ? narrow : wide);
  }

  private static final class JumpsCounted extends CodeSizeEvaluator {
    /** By how much the method grows if every jump becomes wide. */
    int widening;

    JumpsCounted() {
      super(Opcodes.ASM9, null);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      // goto_w and jsr_w take five bytes; a condition becomes its opposite over a goto_w.
      widening += opcode == Opcodes.GOTO || opcode == Opcodes.JSR ? 2 : 5;
      super.visitJumpInsn(opcode, label);
    }
  }
}
