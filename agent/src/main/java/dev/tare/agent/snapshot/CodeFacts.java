package dev.tare.agent.snapshot;

import dev.tare.agent.weave.DirectCalls;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.runtime.clock.RecordingPauses;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What a snapshot's trees need to know of methods that are or were without probes. */
final class CodeFacts {
  private final MethodRegistry registry;
  private final int pausesBefore;
  private final BitSet merged = new BitSet();
  private final BitSet neverHadProbes = new BitSet();
  private final BitSet entryAlone = new BitSet();
  private final BitSet implying;
  private final Set<String> differingClasses;
  private final Map<Integer, Map<Integer, DirectCalls.Implied>> implied = new HashMap<>();

  private CodeFacts(MethodRegistry registry, int pausesBefore) {
    this.registry = registry;
    this.pausesBefore = pausesBefore;
    implying = registry.directCalls().implying();
    differingClasses = registry.directCalls().differingClasses();
  }

  /**
   * What is known at this moment.
   *
   * @param pausesBefore how many pauses of recording had begun when the window began
   */
  static CodeFacts of(MethodRegistry registry, int pausesBefore) {
    CodeFacts facts = new CodeFacts(registry, pausesBefore);
    registry
        .idsWithoutNodes()
        .forEach(
            method -> {
              facts.merged.set(method);
              facts.neverHadProbes.set(method, !registry.everHadNodes(method));
            });
    registry.idsWithNodesByEntryAlone().forEach(facts.entryAlone::set);
    return facts;
  }

  /**
   * Whether a method has a probe at its entry alone, or had it until it lost its nodes.
   *
   * @param number of the method as nodes have it, with the probe's bit; negative for what is no
   *     method
   */
  boolean hasEntryAlone(int number) {
    return number >= 0 && entryAlone.get(number >> 1);
  }

  /** Whether every method has its probes, and none was expected to be without. */
  boolean isEmpty() {
    return merged.isEmpty() && registry.directCalls().isEmpty();
  }

  /** Whether a method is or was without probes. */
  boolean wasMerged(int method) {
    return method >= 0 && merged.get(method);
  }

  /** Whether a method has been without probes from the beginning. */
  boolean neverHadProbes(int method) {
    return wasMerged(method) && neverHadProbes.get(method);
  }

  /** How many pauses of recording have begun since the window did. */
  int pauses() {
    return RecordingPauses.current().begun - pausesBefore;
  }

  /** As {@link DirectCalls#implied}. */
  Map<Integer, DirectCalls.Implied> implied(int caller) {
    return caller < 0 || !implying.get(caller)
        ? Map.of()
        : implied.computeIfAbsent(caller, this::findImplied);
  }

  private Map<Integer, DirectCalls.Implied> findImplied(int caller) {
    Map<Integer, DirectCalls.Implied> all = registry.directCalls().implied(caller);
    if (differingClasses.isEmpty()) {
      return all;
    }
    Map<Integer, DirectCalls.Implied> found = new LinkedHashMap<>(all);
    found.keySet().removeIf(this::mayBeInherited);
    return found;
  }

  /**
   * Whether calls by a method's name may be those of another one, which a class of the same name
   * inherits.
   */
  boolean mayBeInherited(int method) {
    return !differingClasses.isEmpty()
        && differingClasses.contains(registry.className(method))
        && !registry.method(method).name().equals("<init>");
  }

  /**
   * Whether the caller has counted all calls to the callee by its own instructions, in all of its
   * calls that have ended.
   *
   * @param anyThrew whether any of these ended by an exception
   */
  boolean countsAll(int caller, int callee, boolean anyThrew) {
    return caller >= 0
        && !wasMerged(caller)
        && registry.directCalls().countsAll(caller, callee)
        // What it counts before its own object is initialised is lost where that fails.
        && !(anyThrew && registry.method(caller).name().equals("<init>"));
  }

  /** Whether all that the callee throws leaves the caller, too. */
  boolean isUncaught(int caller, int callee) {
    DirectCalls.Implied once = implied(caller).get(callee);
    return once != null ? once.isUncaught() : registry.directCalls().isUncaught(caller, callee);
  }
}
