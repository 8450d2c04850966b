package dev.tare.agent.weave;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What weaving makes of a class file: everything but the numbers of methods, which differ from run
 * to run. Immutable; nobody changes the bytes.
 */
final class WovenClass {
  /** Stands for the index of calls where a number is the method's own. */
  static final int OWN = -1;

  /** What is done about the calls that a method makes to another. */
  enum Handling {
    /** Nothing. */
    NONE,
    /**
     * They run once in each call of the method; nothing is woven for that. Where this is easily
     * seen, calls to methods with probes have it, too: in another run these may have none.
     */
    IMPLIED,
    /** The same, where other instructions of the method may call the other, too. */
    IMPLIED_AT_LEAST,
    /** The method counts them. */
    COUNTED,
    /** The method counts those that return. */
    COUNTED_AFTER;

    /** Whether each call of the method that returns has made them. */
    boolean isImplied() {
      return this == IMPLIED || this == IMPLIED_AT_LEAST;
    }

    /** Whether a counter is woven. */
    boolean isCounted() {
      return this == COUNTED || this == COUNTED_AFTER;
    }
  }

  /**
   * The calls from a method to one other, whose target is known before they run.
   *
   * @param isWithoutProbes whether the other had no probes when this was woven
   * @param times how many instructions they are
   * @param isUncaught whether what the other throws leaves the method, too
   */
  record Calls(
      MethodRegistry.Key callee,
      boolean isWithoutProbes,
      Handling handling,
      int times,
      boolean isUncaught) {}

  /**
   * A method that may have probes.
   *
   * @param line its first; 0 where there is none
   * @param codeHash of {@link CodeFlow#hash}
   * @param probes what was woven into it
   */
  record Method(
      String name,
      String descriptor,
      int line,
      CodeShape shape,
      int codeHash,
      ProbePlan.Probes probes,
      List<Calls> calls) {}

  /**
   * A place in the bytes where a method's number stands, in four bytes.
   *
   * @param method index of the method whose code needs it
   * @param calls index of the calls of this method that go to the one whose number it is; {@link
   *     #OWN} where it is the method's own
   * @param flags what the number, shifted by one bit, is joined with
   */
  record NumberSlot(int offset, int method, int calls, int flags) {}

  /** A method that was left as it was; the cause where a fault of ours is the reason. */
  record Skipped(String method, String descriptor, SkipReason reason, @Nullable Throwable cause) {}

  /** Null: no method has probes. */
  final byte @Nullable [] bytes;

  /** As {@link ClassOutline#checksum}, of the class file that it was made from. */
  final int checksum;

  final @Nullable String sourceFile;
  final List<Method> methods;
  final List<NumberSlot> slots;
  final List<Skipped> skipped;

  WovenClass(
      byte @Nullable [] bytes,
      int checksum,
      @Nullable String sourceFile,
      List<Method> methods,
      List<NumberSlot> slots,
      List<Skipped> skipped) {
    this.bytes = bytes;
    this.checksum = checksum;
    this.sourceFile = sourceFile;
    this.methods = List.copyOf(methods);
    this.slots = List.copyOf(slots);
    this.skipped = List.copyOf(skipped);
  }

  /**
   * The class file for this run; null where no method has probes.
   *
   * @param numbers of the methods and of what they call
   */
  byte @Nullable [] withNumbers(List<MethodNumbers> numbers) {
    if (bytes == null) {
      return null;
    }
    byte[] bound = bytes.clone();
    for (NumberSlot slot : slots) {
      MethodNumbers method = numbers.get(slot.method);
      int number = slot.calls == OWN ? method.own() : method.called(slot.calls);
      ByteBuffer.wrap(bound).putInt(slot.offset, number << 1 | slot.flags);
    }
    return bound;
  }
}
