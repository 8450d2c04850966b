package dev.tare.agent.samples;

import dev.tare.agent.weave.TierHistory;
import dev.tare.profile.MethodInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/**
 * Numbers the methods in JFR's stack traces, each with the tier that it had at the time. JFR hands
 * out the same object for the same trace again and again, so traces and methods are known by their
 * identity first, and for a while.
 */
final class JfrStacks {
  private static final int MAX_REMEMBERED = 10_000;

  private final TierHistory tiers;
  private final IdentityHashMap<RecordedStackTrace, Numbered> stacks = new IdentityHashMap<>();
  private final IdentityHashMap<RecordedMethod, Integer> numbers = new IdentityHashMap<>();

  /** By class, name and descriptor; a record's own hash would be linked at the JVM's end. */
  private final Map<String, Integer> numbersByName = new HashMap<>();

  private final List<MethodInfo> methods = new ArrayList<>();

  /** A trace as frames, and the history's generation for which these hold. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Numbered(int[] frames, int generation) {}

  JfrStacks(TierHistory tiers) {
    this.tiers = tiers;
  }

  /**
   * The {@linkplain SampleTree#frame frames} of a trace at this moment, from the one on top down.
   */
  int[] stack(RecordedStackTrace trace, Instant at) {
    if (stacks.size() > MAX_REMEMBERED) {
      stacks.clear();
      numbers.clear();
    }
    int generation = tiers.generation(at);
    Numbered known = stacks.get(trace);
    if (known == null || known.generation != generation) {
      known = new Numbered(numbered(trace, at), generation);
      stacks.put(trace, known);
    }
    return known.frames;
  }

  private int[] numbered(RecordedStackTrace trace, Instant at) {
    List<RecordedFrame> frames = trace.getFrames();
    int[] stack = new int[frames.size()];
    for (int i = 0; i < stack.length; i++) {
      int number = numbers.computeIfAbsent(frames.get(i).getMethod(), this::number);
      stack[i] = SampleTree.frame(number, tiers.tier(methods.get(number), at));
    }
    return stack;
  }

  private int number(RecordedMethod method) {
    String className = named(method.getType().getName());
    String name = method.getName();
    String descriptor = method.getDescriptor();
    return numbersByName.computeIfAbsent(
        className + "." + name + descriptor,
        key -> {
          methods.add(new MethodInfo(className, name, descriptor, null, 0));
          return methods.size() - 1;
        });
  }

  /** Without the address that the JVM adds to a hidden class's name, which no two runs share. */
  private static String named(String className) {
    int address = className.indexOf("0x");
    return address > 0 && "/+.".indexOf(className.charAt(address - 1)) >= 0
        ? className.substring(0, address - 1)
        : className;
  }

  MethodInfo method(int number) {
    return methods.get(number);
  }
}
