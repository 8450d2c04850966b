package dev.tare.agent.samples;

import dev.tare.agent.weave.TierHistory;
import dev.tare.profile.MethodInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;

/**
 * Numbers the methods in JFR's stack traces, each with the tier that it had at the time. In a file,
 * the same trace is the same object again and again, so traces and methods are known by their
 * identity first, and until {@link #forget}: a trace with its frames takes some kilobytes.
 */
final class JfrStacks {
  /** What the agent does in a thread of the application begins in a class of these. */
  private static final String AGENT = "dev.tare.agent.";

  private static final int[] NO_METHODS = {};

  private final TierHistory tiers;
  private final IdentityHashMap<RecordedStackTrace, Numbered> stacks = new IdentityHashMap<>();
  private final IdentityHashMap<RecordedMethod, Integer> numbers = new IdentityHashMap<>();

  /** By class, name and descriptor; a record's own hash would be linked at the JVM's end. */
  private final Map<String, Integer> numbersByName = new HashMap<>();

  private final List<MethodInfo> methods = new ArrayList<>();

  /**
   * A trace as {@linkplain SampleTree#frame frames}, from the one on top down; none where the agent
   * works in the thread, as at its start, which is no method's time.
   *
   * @param isInProbe whether there is a probe among them
   * @param generation of the history, for which these hold
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Numbered(int[] frames, boolean isInProbe, int generation) {}

  JfrStacks(TierHistory tiers) {
    this.tiers = tiers;
  }

  /** A trace at this moment. */
  Numbered stack(RecordedStackTrace trace, Instant at) {
    int generation = tiers.generation(at);
    Numbered known = stacks.get(trace);
    if (known == null || known.generation != generation) {
      known = numbered(trace, at, generation);
      stacks.put(trace, known);
    }
    return known;
  }

  /** Forgets the objects of a file, but no method's number. */
  void forget() {
    stacks.clear();
    numbers.clear();
  }

  private Numbered numbered(RecordedStackTrace trace, Instant at, int generation) {
    List<RecordedFrame> frames = trace.getFrames();
    for (RecordedFrame frame : frames) {
      if (frame.getMethod().getType().getName().startsWith(AGENT)) {
        return new Numbered(NO_METHODS, false, generation);
      }
    }
    int[] stack = new int[frames.size()];
    boolean isInProbe = false;
    for (int i = 0; i < stack.length; i++) {
      int number = numbers.computeIfAbsent(frames.get(i).getMethod(), this::number);
      MethodInfo method = methods.get(number);
      stack[i] = SampleTree.frame(number, tiers.tier(method, at));
      isInProbe |= method.isProbe();
    }
    return new Numbered(stack, isInProbe, generation);
  }

  private int number(RecordedMethod method) {
    String className = named(method.getType().getName());
    String name = method.getName();
    String descriptor = method.getDescriptor();
    return numbersByName.computeIfAbsent(
        className + "." + name + descriptor,
        key -> {
          MethodInfo known = new MethodInfo(className, name, descriptor, null, 0);
          methods.add(known.withOrigin(moduleOfTheJdk(method.getType())));
          return methods.size() - 1;
        });
  }

  /** Empty for classes of others: JFR does not say where they came from. */
  private static String moduleOfTheJdk(RecordedClass type) {
    return type.getValue("package") instanceof RecordedObject inPackage
            && inPackage.getValue("module") instanceof RecordedObject module
            && module.getValue("location") instanceof String location
            && location.startsWith("jrt:")
            && module.getValue("name") instanceof String name
        ? name
        : "";
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
