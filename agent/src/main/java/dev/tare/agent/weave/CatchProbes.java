package dev.tare.agent.weave;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Puts a probe first wherever a method catches something.
 *
 * <pre>
 *   handler: $Tare.caught(entered, id);
 *            goto resume                            (where ranges cover the handler)
 *   failed:  nop
 *   resume:  ... the handler as it was ...
 * </pre>
 *
 * <p>Out of stack the probe itself throws. The application's ranges that cover the handler must not
 * send that to {@code handler} again, where the probe would fail for ever: javac's handlers of
 * {@code synchronized} and {@code finally} cover themselves. So where the probe stands, those
 * ranges lead to {@code failed}, and the application sees what it would see had its own first
 * instruction failed. Handlers of scalac and Groovy do not cover themselves. If a failing probe led
 * out of the handler that releases a monitor, no compiler would compile the method. So every
 * handler that catches all covers its own probe. Ranges cannot lead to {@code resume}: where code
 * that runs on comes to a handler too, C1 compiles nothing of the method ({@code
 * BlockListBuilder::make_block_at} in c1_GraphBuilder.cpp), which stays interpreted until C2
 * compiles it.
 */
final class CatchProbes {
  /** At most: goto, nop. */
  static final int FAILED_SIZE = 3 + 1;

  /** A probe, with the frame of its handler where the class has frames. */
  private record Probe(
      LabelNode begin,
      LabelNode end,
      LabelNode failed,
      LabelNode resume,
      @Nullable FrameNode frame) {}

  private final MethodNode method;
  private final Map<LabelNode, Probe> probes = new LinkedHashMap<>();

  private CatchProbes(MethodNode method) {
    this.method = method;
  }

  /** Adds the code, a copy for each handler, to a method whose frames are extended already. */
  static void add(MethodNode method, int entered, int id) {
    CatchProbes all = new CatchProbes(method);
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if (!all.probes.containsKey(block.handler)) {
        all.insert(block.handler, MethodWeaver.caught(entered, id));
      }
    }
    all.splitRanges();
  }

  private void insert(LabelNode handler, InsnList code) {
    AbstractInsnNode last = handler;
    FrameNode frame = null;
    // Labels, lines and the frame come before the handler's code.
    while (last.getNext() != null && last.getNext().getOpcode() < 0) {
      last = last.getNext();
      frame = last instanceof FrameNode found ? found : frame;
    }
    Probe probe =
        new Probe(new LabelNode(), new LabelNode(), new LabelNode(), new LabelNode(), frame);
    probes.put(handler, probe);
    code.insert(probe.begin);
    code.add(probe.end);
    code.add(probe.resume);
    if (frame != null) {
      code.add(copy(frame));
    }
    method.instructions.insert(last, code);
  }

  private static FrameNode copy(FrameNode frame) {
    return new FrameNode(
        Opcodes.F_NEW,
        frame.local.size(),
        frame.local.toArray(),
        frame.stack.size(),
        frame.stack.toArray());
  }

  private void splitRanges() {
    List<TryCatchBlockNode> blocks = new ArrayList<>();
    for (LabelNode handler : catchingAllButItself()) {
      Probe own = probe(handler);
      blocks.add(new TryCatchBlockNode(own.begin, own.end, failed(own), null));
    }
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      split(block, blocks);
    }
    method.tryCatchBlocks = blocks;
  }

  private Set<LabelNode> catchingAllButItself() {
    Set<LabelNode> catching = new LinkedHashSet<>();
    Set<LabelNode> covered = new HashSet<>();
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      if (block.type == null) {
        catching.add(block.handler);
        Probe own = probe(block.handler);
        // Asked for equal records, a JVM that starts makes their methods first: 1/20 of our start.
        if (probesWithin(block).stream().anyMatch(probe -> probe.begin == own.begin)) {
          covered.add(block.handler);
        }
      }
    }
    catching.removeAll(covered);
    return catching;
  }

  /** Cuts the places of the probes out of a range; its parts keep its rank. */
  private void split(TryCatchBlockNode block, List<TryCatchBlockNode> parts) {
    LabelNode from = block.start;
    for (Probe probe : probesWithin(block)) {
      if (hasCode(from, probe.begin)) {
        parts.add(new TryCatchBlockNode(from, probe.begin, block.handler, block.type));
      }
      LabelNode failed = failed(probe(block.handler));
      parts.add(new TryCatchBlockNode(probe.begin, probe.end, failed, block.type));
      from = probe.resume;
    }
    block.start = from;
    parts.add(block);
  }

  /** Where a failing probe leads to instead of this one's handler. */
  private LabelNode failed(Probe probe) {
    if (probe.failed.getNext() == null) {
      InsnList code = new InsnList();
      code.add(new JumpInsnNode(Opcodes.GOTO, probe.resume)); // Throwable
      code.add(probe.failed); // Throwable
      if (probe.frame != null) {
        code.add(copy(probe.frame));
      }
      code.add(new InsnNode(Opcodes.NOP)); // Throwable
      method.instructions.insertBefore(probe.resume, code);
    }
    return probe.failed;
  }

  private Probe probe(LabelNode handler) {
    Probe probe = probes.get(handler);
    if (probe == null) {
      throw new IllegalStateException("a handler without a probe");
    }
    return probe;
  }

  private List<Probe> probesWithin(TryCatchBlockNode block) {
    int start = method.instructions.indexOf(block.start);
    int end = method.instructions.indexOf(block.end);
    return probes.values().stream()
        .filter(probe -> position(probe) > start && position(probe) < end)
        .sorted((one, other) -> Integer.compare(position(one), position(other)))
        .toList();
  }

  private int position(Probe probe) {
    return method.instructions.indexOf(probe.begin);
  }

  private static boolean hasCode(LabelNode from, LabelNode to) {
    AbstractInsnNode insn = from;
    while (insn != null && insn != to) {
      if (insn.getOpcode() >= 0) {
        return true;
      }
      insn = insn.getNext();
    }
    return false;
  }
}
