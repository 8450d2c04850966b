package dev.tare.runtime.probe;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.Tiers;
import jdk.internal.vm.annotation.DontInline;

/**
 * What woven code calls in full mode: a reading at every entry and exit.
 *
 * <p>An entry reads last and an exit reads first: what the probe does falls into the caller's
 * intervals, and a leaf's own interval holds hardly more than the leaf.
 *
 * <p>What tells a method's kind is compiled into the method, the rest is called: so it costs every
 * method the same, whoever compiled it, and real programs warm up in half the time (docs/adr/0012).
 *
 * <p>If the table does not have the thread's recorder, another method finishes the probe. Otherwise
 * C2 would compile the probe in one of two ways, depending on whether a miss had happened before
 * (docs/adr/0145).
 */
public final class FullProbe {
  /** Whether methods may be counted without a reading. */
  private static final boolean TIERS = Settings.tiers();

  private FullProbe() {}

  /**
   * Begins a call, and returns what its exit needs: the node that was open before, and, in the bits
   * that a node leaves free, how its method runs.
   *
   * @param kind of the activation that begins
   */
  @DontInline
  public static int enter(int methodId, int kind) {
    if (TIERS && Tiers.isCounted(methodId)) {
      return CountedProbe.enter(methodId);
    }
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    return recorder.threadId == id
        ? recorder.enter(methodId, kind)
        : enterOnMiss(id, methodId, kind);
  }

  @DontInline
  private static int enterOnMiss(long id, int methodId, int kind) {
    ThreadRecorder recorder = Recorders.currentOnMiss(id);
    return RecordingPauses.isPaused() ? recorder.enterUnrecorded() : recorder.enter(methodId, kind);
  }

  /**
   * Ends a call that returns.
   *
   * @param entered what its entry returned
   * @param kind of the activation that ends, which may be compiled since
   */
  @DontInline
  public static void exit(int entered, int kind) {
    if (TIERS && ThreadRecorder.isCounted(entered)) {
      CountedProbe.exit(entered);
      return;
    }
    long now = Reading.now();
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    if (recorder.threadId == id) {
      recorder.exit(now, entered, kind);
    } else {
      exitOnMiss(id, now, entered, kind);
    }
  }

  @DontInline
  private static void exitOnMiss(long id, long now, int entered, int kind) {
    Recorders.currentOnMiss(id).exit(now, entered, kind);
  }

  /**
   * Ends a call that an exception leaves; its interval is of no category.
   *
   * @return the exception, so that the caller need not keep it meanwhile
   */
  @DontInline
  public static Throwable exitExceptionally(Throwable thrown, int entered) {
    if (TIERS && ThreadRecorder.isCounted(entered)) {
      return CountedProbe.exitExceptionally(thrown, entered);
    }
    long now = Reading.now();
    Recorders.current().exitExceptionally(now, entered);
    return thrown;
  }
}
