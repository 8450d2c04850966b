package dev.tare.agent.weave;

import dev.tare.agent.weave.WovenClass.Handling;
import dev.tare.runtime.tree.CallNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The calls that methods of one class make to methods without probes, where their target is known:
 * those that run once in each call of their caller need nothing. The caller counts those in its
 * loops: where it may catch what comes in place of a call and go on, those that return. Others it
 * leaves: adding one call up costs as much as a probe in the method it calls.
 */
final class CallsWithoutProbes {
  private final ClassReader reader;
  private final String owner;
  private final BoundCalls bound;
  private final ClassFilter filter;
  private final ClassDecisions decisions;
  private final NumberSlots slots;

  /** Of the method that {@link #weave} looks at; made where it is needed. */
  private @Nullable CodeFlow flow;

  /** Of the class that this reader reads. */
  CallsWithoutProbes(
      ClassReader reader,
      ClassOutline outline,
      ClassFilter filter,
      ClassDecisions decisions,
      NumberSlots slots) {
    this.reader = reader;
    this.owner = outline.name;
    this.bound = new BoundCalls(outline);
    this.filter = filter;
    this.decisions = decisions;
    this.slots = slots;
  }

  /** The calls of a method whose target is known, and the numbers of those targets. */
  record Found(List<WovenClass.Calls> calls, MethodNumbers numbers) {}

  /**
   * Adds what has to be counted to a method that is not woven yet.
   *
   * @param index of the method in the class
   * @param number its number
   * @param isProbed whether it is going to have an entry and exits
   */
  Found weave(int index, int number, MethodNode method, CodeShape shape, boolean isProbed) {
    flow = null;
    List<BoundCalls.Sites> sites = sites(method);
    MethodNumbers numbers = decisions.numbers(number, sites.size(), i -> sites.get(i).callee());
    Handling[] handling = handling(method, shape, sites, numbers, isProbed);
    List<WovenClass.Calls> calls = new ArrayList<>();
    for (int i = 0; i < sites.size(); i++) {
      BoundCalls.Sites found = sites.get(i);
      calls.add(
          new WovenClass.Calls(
              found.callee(),
              numbers.called(i) != MethodNumbers.NONE,
              handling[i],
              found.calls().size(),
              handling[i] != Handling.NONE && isUncaught(method, found)));
    }
    count(index, method, sites, handling);
    return new Found(calls, numbers);
  }

  /**
   * Those of classes that may have probes in this run or in another; first those that are certain,
   * so that others take no counter from them.
   */
  private List<BoundCalls.Sites> sites(MethodNode method) {
    List<BoundCalls.Sites> certain = new ArrayList<>();
    List<BoundCalls.Sites> others = new ArrayList<>();
    for (BoundCalls.Sites found : bound.in(method)) {
      if (filter.mayInclude(found.callee().className())) {
        (found.areCertain() ? certain : others).add(found);
      }
    }
    certain.addAll(others);
    return certain;
  }

  private Handling[] handling(
      MethodNode method,
      CodeShape shape,
      List<BoundCalls.Sites> sites,
      MethodNumbers numbers,
      boolean isProbed) {
    Handling[] handling = new Handling[sites.size()];
    Arrays.fill(handling, Handling.NONE);
    Set<AbstractInsnNode> first =
        sites.isEmpty() || !marksTargets() ? Set.of() : CodeFlow.firstCalls(method);
    List<BoundCalls.Sites> counted = new ArrayList<>();
    for (int i = 0; i < sites.size(); i++) {
      BoundCalls.Sites found = sites.get(i);
      Handling once = found.areAll() ? Handling.IMPLIED : Handling.IMPLIED_AT_LEAST;
      if (found.areSeen() && first.containsAll(found.calls())) {
        handling[i] = once;
        continue;
      }
      if (numbers.called(i) == MethodNumbers.NONE) {
        continue;
      }
      if (!found.areSeen() && allThrowOn(method, found.catching(), found)) {
        found = found.seen();
        sites.set(i, found); // So that its counter is woven before the calls.
      }
      CodeFlow ways = flow(method);
      if (found.areSeen() && found.calls().stream().allMatch(ways::runsOnce)) {
        handling[i] = once;
      } else if (isProbed
          && counted.size() < CallerCounters.MAX_COUNTERS
          && found.calls().stream().anyMatch(ways::repeats)) {
        handling[i] = found.areCertain() ? Handling.COUNTED : Handling.COUNTED_AFTER;
        counted.add(found);
      }
    }
    if (!counted.isEmpty() && !hasRoom(method, shape, counted)) {
      Arrays.setAll(handling, i -> handling[i].isCounted() ? Handling.NONE : handling[i]);
    }
    return handling;
  }

  /** JVMS 4.10.1: older class files need not have frames. */
  private boolean marksTargets() {
    return reader.readUnsignedShort(6) >= Opcodes.V1_7;
  }

  private void count(
      int index, MethodNode method, List<BoundCalls.Sites> sites, Handling[] handling) {
    Map<Integer, BoundCalls.Sites> counted = new LinkedHashMap<>();
    for (int i = 0; i < handling.length; i++) {
      if (handling[i].isCounted()) {
        counted.put(slots.take(index, i, CallNode.COUNTED_BY_CALLER), sites.get(i));
      }
    }
    if (!counted.isEmpty()) {
      boolean hasFrames = reader.readUnsignedShort(6) >= Opcodes.V1_6;
      CallerCounters.add(owner, method, counted, hasFrames);
    }
  }

  /** Counters must not be what keeps a method interpreted. */
  private static boolean hasRoom(
      MethodNode method, CodeShape shape, List<BoundCalls.Sites> counted) {
    return shape.wovenSize() + CallerCounters.mostAdded(method, counted) <= WovenSize.MAX_COMPILED
        && (!method.name.equals("<init>") || ConstructorRanges.isStraight(method));
  }

  private boolean isUncaught(MethodNode method, BoundCalls.Sites sites) {
    List<TryCatchBlockNode> ranges = new ArrayList<>();
    for (TryCatchBlockNode range : method.tryCatchBlocks) {
      if (sites.calls().stream().anyMatch(call -> covers(method, range, call))) {
        ranges.add(range);
      }
    }
    return allThrowOn(method, ranges, sites);
  }

  private static boolean covers(MethodNode method, TryCatchBlockNode range, AbstractInsnNode call) {
    return CodeFlow.covers(range, method.instructions, method.instructions.indexOf(call));
  }

  /** Whether the method ends by an exception wherever a call in one of these ranges throws one. */
  private boolean allThrowOn(
      MethodNode method, Collection<TryCatchBlockNode> ranges, BoundCalls.Sites sites) {
    return ranges.stream().noneMatch(range -> flow(method).goesOn(range, sites.calls()));
  }

  private CodeFlow flow(MethodNode method) {
    CodeFlow known = flow == null ? new CodeFlow(method) : flow;
    flow = known;
    return known;
  }
}
