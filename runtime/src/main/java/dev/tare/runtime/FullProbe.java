package dev.tare.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls in full mode: a reading at every entry and exit.
 *
 * <p>An entry reads last and an exit reads first: what the probe does falls into the caller's
 * intervals, and a leaf's own interval holds hardly more than the leaf.
 *
 * <p>What tells a method's kind is compiled into the method, the rest is called: so it costs every
 * method the same, whoever compiled it, and real programs warm up in half the time
 * (docs/decisions.md).
 */
public final class FullProbe {
  private FullProbe() {}

  /**
   * Begins a call, and returns what its exit needs: the node that was open before, and, in the bits
   * that a node leaves free, how its method runs.
   *
   * @param constantMethod see {@link Kind#of}
   * @param constantLiteral see {@link Kind#of}
   */
  @ForceInline
  public static int enter(int methodId, boolean constantMethod, boolean constantLiteral) {
    return enter(methodId, Kind.of(methodId, constantMethod, constantLiteral));
  }

  @DontInline
  private static int enter(int methodId, int kind) {
    return enter(Recorders.current(), methodId, kind);
  }

  /** Begins a call in the tree of this recorder. */
  @ForceInline
  static int enter(ThreadRecorder recorder, int methodId, int kind) {
    int parent = recorder.open;
    int parentKind = recorder.openKind;
    int node = recorder.call(methodId);
    int category = Category.number(recorder.half, Category.ENTRY, kind); // Not behind the reading.
    long now = Reading.now();
    recorder.charge(now, category, true);
    recorder.half = Category.half(Category.ENTRY, parentKind, kind);
    recorder.openKind = kind;
    recorder.open = node;
    if (Drain.isDue(now, recorder.howOftenDrained)) {
      recorder.drain(now);
    }
    return parent | parentKind;
  }

  /** Ends a call that returns; the parameters are those of {@link #enter}. */
  @ForceInline
  public static void exit(
      int entered, int methodId, boolean constantMethod, boolean constantLiteral) {
    exit(entered, Kind.of(methodId, constantMethod, constantLiteral));
  }

  @DontInline
  private static void exit(int entered, int kind) {
    long now = Reading.now();
    exit(Recorders.current(), now, entered, kind);
  }

  /** Ends a call in the tree of this recorder, at this reading. */
  @ForceInline
  static void exit(ThreadRecorder recorder, long now, int entered, int kind) {
    int parentKind = entered & Kind.MASK;
    recorder.charge(
        now, Category.number(recorder.half, Category.EXIT, parentKind), kind == recorder.openKind);
    recorder.half = Category.half(Category.EXIT, kind, parentKind);
    recorder.openKind = parentKind;
    recorder.open = entered & ~Kind.MASK;
  }

  /** Ends a call that an exception leaves; its interval feeds no minimum. */
  @DontInline
  public static void exitExceptionally(int entered) {
    long now = Reading.now();
    ThreadRecorder recorder = Recorders.current();
    int parentKind = entered & Kind.MASK;
    recorder.charge(now, Category.number(recorder.half, Category.EXIT, parentKind), false);
    recorder.half = Category.half(Category.EXIT, recorder.openKind, parentKind);
    recorder.openKind = parentKind;
    recorder.unwindTo(entered & ~Kind.MASK);
  }
}
