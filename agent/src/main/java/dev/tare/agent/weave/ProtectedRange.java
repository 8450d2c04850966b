package dev.tare.agent.weave;

import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Instructions of a method that one handler covers.
 *
 * @param begin before the first of them
 * @param end behind the last
 * @param beforeSuper whether {@code this} is not initialised there, and stands in local 0
 */
record ProtectedRange(LabelNode begin, LabelNode end, boolean beforeSuper) {

  /** The whole of a method that is no constructor; adds the labels. */
  static ProtectedRange whole(MethodNode method) {
    LabelNode begin = new LabelNode();
    LabelNode end = new LabelNode();
    method.instructions.insert(begin);
    method.instructions.add(end);
    return new ProtectedRange(begin, end, false);
  }
}
