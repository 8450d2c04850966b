package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Which of a class's instructions call a method that is known before they run: static methods and
 * constructors, private and final ones of the class itself, and those of its superclass by {@code
 * super}. Whether the named class declares the method, or inherits it, is not known here.
 */
final class BoundCalls {
  private static final Set<String> OF_NULL =
      Set.of("java/lang/Exception", "java/lang/RuntimeException", "java/lang/NullPointerException");

  /**
   * The instructions of one method that call another.
   *
   * @param callee the other
   * @param calls at least one
   * @param catching the ranges with calls whose handlers may catch what is thrown in their place
   * @param areAll whether no other instruction of the method may call the same
   */
  record Sites(
      MethodRegistry.Key callee,
      List<MethodInsnNode> calls,
      Set<TryCatchBlockNode> catching,
      boolean areAll) {
    /** Whether the method ends by an exception if one is thrown in place of a call. */
    boolean areSeen() {
      return catching.isEmpty();
    }

    boolean areCertain() {
      return areSeen() && areAll;
    }

    /** The same, where all handlers throw on. */
    Sites seen() {
      return new Sites(callee, calls, Set.of(), areAll);
    }
  }

  private final String owner;
  private final @Nullable String superName;

  /** Of virtual calls: names and descriptors of the class's own methods that nobody overrides. */
  private final Set<String> finals;

  /** Of a class. */
  BoundCalls(ClassOutline outline) {
    this.owner = outline.name;
    this.superName = outline.superName();
    this.finals = outline.finals;
  }

  /** The bound calls of one of its methods, by what they call, in the order of the first. */
  Collection<Sites> in(MethodNode method) {
    Map<MethodRegistry.Key, Sites> sites = new LinkedHashMap<>();
    List<MethodInsnNode> all = new ArrayList<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof MethodInsnNode call) {
        all.add(call);
        if (isBound(call)) {
          MethodRegistry.Key callee = new MethodRegistry.Key(call.owner, call.name, call.desc);
          Sites found =
              sites.computeIfAbsent(
                  callee, key -> new Sites(key, new ArrayList<>(), new HashSet<>(), true));
          found.calls.add(call);
          addCatching(method, call, found.catching);
        }
      }
    }
    for (Map.Entry<MethodRegistry.Key, Sites> entry : sites.entrySet()) {
      Sites found = entry.getValue();
      if (mayBeCalledByOthers(found, all)) {
        entry.setValue(new Sites(found.callee, found.calls, found.catching, false));
      }
    }
    return sites.values();
  }

  /**
   * Whether another instruction may call the same method: as what a subclass inherits, or as what
   * overrides a method. A constructor has its own class's name only.
   */
  private static boolean mayBeCalledByOthers(Sites sites, List<MethodInsnNode> all) {
    MethodInsnNode one = sites.calls.get(0);
    if (one.name.equals("<init>")) {
      return false;
    }
    boolean isStatic = one.getOpcode() == Opcodes.INVOKESTATIC;
    for (MethodInsnNode other : all) {
      if (other.name.equals(one.name)
          && other.desc.equals(one.desc)
          && (other.getOpcode() == Opcodes.INVOKESTATIC) == isStatic
          && !sites.calls.contains(other)) {
        return true;
      }
    }
    return false;
  }

  private boolean isBound(MethodInsnNode call) {
    return switch (call.getOpcode()) {
      case Opcodes.INVOKESTATIC -> true;
      case Opcodes.INVOKESPECIAL ->
          call.name.equals("<init>")
              || call.owner.equals(owner)
              || (call.owner.equals(superName) && !call.itf);
      case Opcodes.INVOKEVIRTUAL ->
          call.owner.equals(owner) && finals.contains(call.name + call.desc);
      default -> false;
    };
  }

  private void addCatching(
      MethodNode method, MethodInsnNode call, Set<TryCatchBlockNode> catching) {
    boolean mayBeOfNull =
        call.getOpcode() != Opcodes.INVOKESTATIC
            && !call.name.equals("<init>")
            && !call.owner.equals(superName);
    int at = method.instructions.indexOf(call);
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if ((block.type == null
              || mayBeOfTheJvm(block.type)
              || (mayBeOfNull && OF_NULL.contains(block.type)))
          && CodeFlow.covers(block, method.instructions, at)) {
        catching.add(block);
      }
    }
  }

  /**
   * Whether a handler's type may be one of what the JVM throws in place of a call, which any {@link
   * Error} of a static initialiser is (JVMS 5.5): by its name, for the class may not be loaded. Of
   * a call in the range of such a handler, if this does not throw on, nobody would know that it did
   * not come to pass. A type that is not the JDK's may extend Error under any name, unless the name
   * says that it is an exception: in most programs all names do, in ECJ those of 95 of 100
   * handlers.
   */
  private static boolean mayBeOfTheJvm(String type) {
    boolean isNamedByTheJdk = type.startsWith("java/") || type.startsWith("javax/");
    return type.equals("java/lang/Throwable")
        || type.equals("java/lang/ThreadDeath")
        || type.endsWith("Error")
        || !(isNamedByTheJdk || type.endsWith("Exception"));
  }
}
