package dev.tare.agent.samples;

import dev.tare.runtime.thread.ProfilerThreads;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What has come due of one thread, or of several that have ended. */
final class ThreadAccount {
  /** The thread's, or that of one of them. */
  final long threadId;

  /**
   * Where in a period the thread begins: chosen by chance, so that a thread of half a period is
   * sampled every second time and not never.
   */
  final long phaseNanos;

  /** Set at the thread's first probe. */
  @Nullable ThreadRecorder recorder;

  /** Samples before that: of code that is not woven. */
  long outside;

  long due;
  @Nullable String name;
  boolean isRunning = true;

  /** {@link #withoutTree} at the moment that is held, and when windows began. */
  long heldWithoutTree;

  final long[] markWithoutTree = new long[ThreadRecorder.MARKS];

  ThreadAccount(long threadId, long phaseNanos) {
    this.threadId = threadId;
    this.phaseNanos = phaseNanos;
  }

  /** That of ended threads with this folded name; of none as yet. */
  static ThreadAccount sum(long threadId, String name) {
    ThreadAccount sum = new ThreadAccount(threadId, 0);
    sum.name = name;
    sum.isRunning = false;
    return sum;
  }

  boolean hasTree() {
    return recorder != null && recorder.hasEvents();
  }

  /**
   * Samples that are in no tree of this thread's. What a carrier's virtual threads have recorded is
   * theirs.
   */
  long withoutTree() {
    return outside + (recorder == null || hasTree() ? 0 : recorder.samplesWaiting());
  }

  /** Lets go of a tree that was added up with others, as what it is: the sum has it from now on. */
  void forgetTree() {
    if (!isRunning && recorder != null && Recorders.ofThread(recorder.threadId()) != recorder) {
      recorder = null;
    }
  }

  /** Whether nothing can be added to it. */
  boolean isOver() {
    return !isRunning && recorder == null;
  }

  /** Adds another that is over. */
  void addAll(ThreadAccount other) {
    due += other.due;
    outside += other.outside;
    heldWithoutTree += other.heldWithoutTree;
    Arrays.setAll(markWithoutTree, mark -> markWithoutTree[mark] + other.markWithoutTree[mark]);
  }

  /**
   * Whether the time is not the application's: a thread of the agent, or the one in which the JVM
   * ends, whose clock goes on from the main thread's.
   */
  boolean isNobodys() {
    return name != null && (ProfilerThreads.isOne(name) || name.equals("DestroyJavaVM"));
  }
}
