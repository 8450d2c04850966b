package dev.tare.agent.snapshot;

import dev.tare.agent.weave.MethodRegistry;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.TreeNodes;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.EndedThreadMerger;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.ThreadStartListener;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * What a block of code does, in the thread that runs it and in those that are started in it. A
 * thread inherits the innermost block of the thread that made it, and says so in its first probe;
 * its whole tree belongs to the block. Of the block's own thread it is what has come to its tree
 * since the block began: nothing else is ever added to it.
 */
public final class MeasuredBlock {
  /** What threads and recorders keep of a block, which outlive it: neither its thread nor tree. */
  private static final class Scope {
    private final @Nullable Scope outer;

    /** Of which the block's own thread is a worker; of no pool, null. */
    private final WeakReference<@Nullable ForkJoinPool> pool = new WeakReference<>(ownPool());

    Scope(@Nullable Scope outer) {
      this.outer = outer;
    }
  }

  private static final InheritableThreadLocal<@Nullable Scope> INNERMOST =
      new InheritableThreadLocal<>();

  private static boolean isAsked;

  private final Scope scope;
  private final MethodRegistry registry;
  private final CallAdjustment adjustment;
  private final ThreadRecorder recorder;
  private final TreeCounts from;
  private final int pausesBefore = RecordingPauses.current().begun;

  private MeasuredBlock(MethodRegistry registry, CallAdjustment adjustment) {
    this.registry = registry;
    this.adjustment = adjustment;
    recorder = Recorders.own(Thread.currentThread());
    scope = new Scope(INNERMOST.get()); // As the listener left it, if this thread is new.
    synchronized (EndedThreadMerger.LOCK) {
      from = TreeCounts.of(recorder);
      EndedThreadMerger.keepTrees(); // Threads that end in the block are told from others.
    }
  }

  /**
   * Begins a block in this thread, in whose time nothing is recorded now.
   *
   * @param adjustment as in a {@link Snapshot}
   */
  public static MeasuredBlock begin(MethodRegistry registry, CallAdjustment adjustment) {
    askThreads();
    MeasuredBlock block = new MeasuredBlock(registry, adjustment);
    INNERMOST.set(block.scope);
    return block;
  }

  /** After all classes that a thread needs for its answer have been used. */
  private static synchronized void askThreads() {
    if (!isAsked) {
      isAsked = true;
      inherited();
      ThreadStartListener.tell(
          (thread, isOnCarrier) -> {
            if (thread.threadId == Recorders.currentId()) { // Not a carrier.
              thread.origin = inherited();
            }
          });
    }
  }

  /**
   * The block that this thread was made in. A pool makes a worker in place of one that waits, and
   * in the time of the block that waits there; the new worker runs the pool's other tasks.
   */
  private static @Nullable Scope inherited() {
    Scope inherited = INNERMOST.get();
    ForkJoinPool own = inherited == null ? null : ownPool();
    if (own != null && inherited != null && inherited.pool.refersTo(own)) {
      do {
        inherited = inherited.outer;
      } while (inherited != null && inherited.pool.refersTo(own));
      INNERMOST.set(inherited); // Threads that this one makes inherit it.
    }
    return inherited;
  }

  private static @Nullable ForkJoinPool ownPool() {
    return Thread.currentThread() instanceof ForkJoinWorkerThread worker ? worker.getPool() : null;
  }

  /** Whether the current thread began it. */
  public boolean isOfThisThread() {
    return Recorders.currentId() == recorder.threadId;
  }

  /**
   * Ends it, in the thread that began it.
   *
   * @return a line for each node of the call trees, in preorder: depth from 1, calls, self, class,
   *     method, descriptor; separated by tabs, each behind a line's end
   */
  public String end() {
    INNERMOST.set(scope.outer);
    try {
      return lines();
    } finally {
      synchronized (EndedThreadMerger.LOCK) {
        from.free();
        EndedThreadMerger.releaseTrees();
      }
    }
  }

  private String lines() {
    MethodIndexes methods = new MethodIndexes(registry);
    CodeFacts facts = CodeFacts.of(registry, pausesBefore);
    CallOverhead calls = CallOverhead.of(adjustment, new CategoryStatistics());
    StringBuilder lines = new StringBuilder();
    synchronized (EndedThreadMerger.LOCK) {
      add(recorder, from, methods, calls, facts, lines);
      for (ThreadRecorder other = Recorders.last();
          other != null;
          other = Recorders.before(other)) {
        if (other != recorder && isWithin(other.origin)) {
          add(other, null, methods, calls, facts, lines);
        }
      }
    }
    return lines.toString();
  }

  private boolean isWithin(@Nullable Object origin) {
    Object within = origin;
    while (within instanceof Scope inner && inner != scope) {
      within = inner.outer;
    }
    return within == scope;
  }

  private static void add(
      ThreadRecorder thread,
      @Nullable TreeCounts from,
      MethodIndexes methods,
      @Nullable CallOverhead calls,
      CodeFacts facts,
      StringBuilder lines) {
    TreeCounts until = TreeCounts.of(thread);
    RecorderTree tree = new RecorderTree(thread, from, until, calls, facts);
    try {
      add(tree.nodes(methods), methods, lines);
    } finally {
      tree.free();
      until.free();
    }
  }

  /** Nodes above the block were entered before it: what is below them is the block's own. */
  private static void add(TreeNodes nodes, MethodIndexes methods, StringBuilder lines) {
    int[] shownDepth = new int[64];
    nodes.next();
    while (nodes.next()) {
      int depth = nodes.depth();
      if (depth == shownDepth.length) {
        shownDepth = Arrays.copyOf(shownDepth, 2 * depth);
      }
      boolean isShown = nodes.calls() > 0;
      shownDepth[depth] = shownDepth[depth - 1] + (isShown ? 1 : 0);
      if (isShown) {
        MethodInfo method = methods.methods().get(nodes.method());
        lines
            .append('\n')
            .append(shownDepth[depth])
            .append('\t')
            .append(nodes.calls())
            .append('\t')
            .append(nodes.self())
            .append('\t')
            .append(method.className())
            .append('\t')
            .append(method.name())
            .append('\t')
            .append(method.descriptor());
      }
    }
  }
}
