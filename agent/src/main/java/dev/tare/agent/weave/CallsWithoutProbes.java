package dev.tare.agent.weave;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The calls that methods of one class make to methods without probes, where their target is known:
 * those that run once in each call of their caller need nothing, and others are counted by it.
 */
final class CallsWithoutProbes {
  /** HotSpot's {@code HugeMethodLimit}: counters must not be what keeps a method interpreted. */
  private static final int COMPILED_SIZE = 8000;

  private static final int NONE = -1;

  private final ClassReader reader;
  private final ClassFilter filter;
  private final MethodRegistry registry;
  private final ProbePlan plan;
  private @Nullable BoundCalls bound;

  /** Of the class that this reader reads. */
  CallsWithoutProbes(
      ClassReader reader, ClassFilter filter, MethodRegistry registry, ProbePlan plan) {
    this.reader = reader;
    this.filter = filter;
    this.registry = registry;
    this.plan = plan;
  }

  /**
   * Adds what has to be counted to a method that is not woven yet.
   *
   * @param caller its number
   * @param isProbed whether it is going to have an entry and exits
   */
  void weave(int caller, MethodNode method, boolean isProbed) {
    if (!plan.hasTiers()) {
      return;
    }
    plan.directCalls().saw(caller, CodeFlow.hash(method));
    Map<Integer, BoundCalls.Sites> sites =
        plan.mayMerge() ? sites(caller, method) : new LinkedHashMap<>();
    if (!sites.isEmpty()) {
      leaveImplied(caller, method, sites);
    }
    if (isProbed) {
      count(caller, method, sites);
    }
  }

  private Map<Integer, BoundCalls.Sites> sites(int caller, MethodNode method) {
    Set<Integer> countedBefore = plan.directCalls().countedFromTheFirst(caller);
    Map<Integer, BoundCalls.Sites> sites = new LinkedHashMap<>();
    for (BoundCalls.Sites found : boundCalls(method)) {
      int callee = numberWithoutProbes(found.callee(), countedBefore);
      if (callee != NONE && found.areCertain()) {
        sites.put(callee, found);
      }
    }
    return sites;
  }

  private Collection<BoundCalls.Sites> boundCalls(MethodNode method) {
    BoundCalls known = bound;
    if (known == null) {
      known = BoundCalls.of(reader);
      bound = known;
    }
    return known.in(method);
  }

  /**
   * The number of a method that has no probes, or that the caller counts already; {@link #NONE} of
   * others. What the named class inherits has no number under its name, nor has what is excluded.
   */
  private int numberWithoutProbes(BoundCalls.Callee callee, Set<Integer> countedBefore) {
    int known = registry.knownId(callee.owner(), callee.name(), callee.descriptor());
    if (known != NONE && plan.traits(known) != null) {
      return plan.isMerged(known) || countedBefore.contains(known) ? known : NONE;
    }
    return plan.willMerge(callee) && filter.includesMethod(callee.owner(), callee.name())
        ? registry.id(callee.owner(), callee.name(), callee.descriptor(), null, 0)
        : NONE;
  }

  /** Takes out what runs once in each call. */
  private void leaveImplied(int caller, MethodNode method, Map<Integer, BoundCalls.Sites> sites) {
    CodeFlow flow = new CodeFlow(method);
    Map<Integer, DirectCalls.Implied> implied = new LinkedHashMap<>();
    sites.forEach(
        (callee, found) -> {
          if (found.calls().stream().allMatch(flow::runsOnce)) {
            implied.put(
                callee, new DirectCalls.Implied(found.calls().size(), isUncaught(method, found)));
          }
        });
    if (!implied.isEmpty()) {
      plan.directCalls().implies(caller, implied);
      sites.keySet().removeAll(implied.keySet());
    }
  }

  private void count(int caller, MethodNode method, Map<Integer, BoundCalls.Sites> sites) {
    sites.keySet().stream().skip(CallerCounters.MAX_COUNTERS).toList().forEach(sites::remove);
    if (!sites.isEmpty() && !hasRoom(method, sites)) {
      sites.clear();
    }
    Set<Integer> caught = new HashSet<>();
    sites.forEach(
        (callee, found) -> {
          if (!isUncaught(method, found)) {
            caught.add(callee);
          }
        });
    if (!sites.isEmpty()) {
      boolean hasFrames = reader.readUnsignedShort(6) >= Opcodes.V1_6;
      CallerCounters.add(reader.getClassName(), method, sites, hasFrames);
    }
    plan.directCalls().counts(caller, sites.keySet(), caught);
  }

  private static boolean hasRoom(MethodNode method, Map<Integer, BoundCalls.Sites> sites) {
    return WovenSize.of(method).after + CallerCounters.mostAdded(method, sites) <= COMPILED_SIZE
        && (!method.name.equals("<init>") || ConstructorRanges.isStraight(method));
  }

  private static boolean isUncaught(MethodNode method, BoundCalls.Sites sites) {
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      int start = method.instructions.indexOf(block.start);
      int end = method.instructions.indexOf(block.end);
      for (MethodInsnNode call : sites.calls()) {
        int at = method.instructions.indexOf(call);
        if (start <= at && at < end) {
          return false;
        }
      }
    }
    return true;
  }
}
