package dev.tare.runtime.thread;

import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NameFolding;
import dev.tare.runtime.tree.NodeSums;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the trees of threads that have ended, so that a million of them need the memory of those
 * alive: one tree for all threads whose names differ in their digits only, {@code request-*} for
 * example. Of virtual threads all trees are added up; of others, those that have ended when there
 * are too many to keep each by itself, or memory is scarce.
 *
 * <p>A thread of the agent looks for them: ten times a second at most from the first virtual thread
 * on, and after each thousand other threads. Whoever reads recorders holds {@link #LOCK} while it
 * reads, so that no tree moves meanwhile; a reader as slow as one that writes a file {@linkplain
 * #keepTrees keeps the trees} instead.
 */
public final class EndedThreadMerger implements Runnable, TreeMemory.ScarcityListener {
  /** Held while trees are added up, and while all are read; not while anything is waited for. */
  public static final Object LOCK = new Object();

  private static final long PERIOD_NANOS = 100_000_000;

  /** After a look the thread sleeps at least so many times as long as the look took. */
  private static final long PAUSES_PER_LOOK = 19;

  /** Names that differ in more than digits, a UUID in each, are all added up here beyond this. */
  private static final int MAX_SUMS = 1_000;

  private static final String ALL_OTHERS = "*";

  /** A power of two: after so many new threads that are no virtual ones, their ends are sought. */
  private static final int COUNTED_THREADS = 1 << 10;

  /**
   * So many ended threads that are no virtual ones are kept each by itself, and in a small heap one
   * for each 32 KB of it.
   */
  public static final long MAX_KEPT = Math.min(10_000, Runtime.getRuntime().maxMemory() >> 15);

  /** Whether a virtual thread has come: before that, nobody looks for ends of any. */
  private static volatile boolean expecting;

  /** Whether ends of other than virtual threads are sought, too. */
  private static volatile boolean seeking;

  /** Written without a lock: which thread counts a thousand is all the same. */
  private static int counted;

  /** How many read trees without the lock. Written with {@link #LOCK}. */
  private static volatile int readers;

  /** Whether the last try to add up found the heap full. Used with {@link #LOCK}. */
  private static boolean foundHeapFull;

  /**
   * If it did: when the next may be made, by {@link System#nanoTime}; as {@link Recorders} waits.
   */
  private static long nextTryNanos;

  /** How long it took last to find those that have ended. Written with {@link #LOCK}. */
  private static volatile long lookNanos;

  private static @Nullable Thread sweeper;

  private static @Nullable ThreadRecorder firstSum;
  private static int sumCount;

  /** Looks for them. */
  public EndedThreadMerger() {}

  /**
   * Starts to look for them, for good; before the first virtual thread's probe.
   *
   * @param thread runs this. Probes reach this class, and would reach all that makes it
   */
  public void sweep(Thread thread) {
    sweeper = thread;
    TreeMemory.listen(this);
    thread.start();
  }

  /** A virtual thread has come. */
  static void expectOne() {
    if (!expecting) {
      expecting = true;
      LockSupport.unpark(sweeper);
    }
  }

  /** A thread that is no virtual one has come. */
  static void countOne() {
    if ((++counted & (COUNTED_THREADS - 1)) == 0) {
      seek();
    }
  }

  @Override
  public void memoryIsScarce() {
    seek();
  }

  /** Looks for ended threads of all kinds soon. */
  public static void seek() {
    seeking = true;
    LockSupport.unpark(sweeper);
  }

  /**
   * From here on no tree moves, and none is let go. Whoever has read counts with {@link #LOCK}
   * calls this before releasing it.
   */
  public static void keepTrees() {
    synchronized (LOCK) {
      readers++;
    }
  }

  /** Ends what {@link #keepTrees} began. */
  public static void releaseTrees() {
    synchronized (LOCK) {
      readers--;
    }
    LockSupport.unpark(sweeper);
  }

  @Override
  public void run() {
    ProfilerSection.begin();
    long pauseNanos = PERIOD_NANOS;
    while (true) {
      if (readers > 0) {
        LockSupport.park();
      } else if (expecting) {
        LockSupport.parkNanos(pauseNanos);
        addUp();
        pauseNanos = pauseAfter(lookNanos);
      } else if (seeking) {
        addUp();
      } else {
        LockSupport.park();
      }
    }
  }

  /**
   * A look asks all threads whether they have ended, which takes long where a million wait. Adding
   * up those that have ended does not count: a longer pause would not make it less work.
   */
  static long pauseAfter(long lookNanos) {
    return Math.max(PERIOD_NANOS, PAUSES_PER_LOOK * lookNanos);
  }

  /** Adds up those that have ended by now, where nobody reads them. */
  public static void addUp() {
    synchronized (LOCK) {
      if (readers > 0) {
        return;
      }
      boolean others = false;
      if (seeking) {
        seeking = false;
        others = TreeMemory.isScarce() || Recorders.endedPlatformThreads() > MAX_KEPT;
      }
      long start = System.nanoTime();
      if (foundHeapFull && start - nextTryNanos < 0) {
        return;
      }
      foundHeapFull = false;
      ThreadRecorder ended = Recorders.removeEnded(others);
      lookNanos = System.nanoTime() - start;
      try {
        while (ended != null) {
          ThreadRecorder added = ended;
          add(added);
          ended = Recorders.before(added);
          TreeMemory.giveBack(added.memory());
          added.freeMarks();
        }
      } catch (OutOfMemoryError e) {
        TreeMemory.heapIsFull();
        long end = System.nanoTime();
        nextTryNanos = end + 9 * (end - start);
        foundHeapFull = true;
      } finally {
        if (ended != null) { // Until the next try the profile lists each thread by itself.
          Recorders.listAgain(ended);
        }
      }
    }
  }

  private static void add(ThreadRecorder ended) {
    if (ended.hasEvents()) {
      addTree(sumFor(ended), ended);
    }
  }

  private static ThreadRecorder sumFor(ThreadRecorder ended) {
    String pattern = NameFolding.folded(ended.nameAtStart());
    ThreadRecorder sum = sumNamed(pattern, ended.isVirtual());
    if (sum == null && sumCount >= MAX_SUMS) {
      pattern = ALL_OTHERS;
      sum = sumNamed(pattern, ended.isVirtual());
    }
    if (sum == null) {
      // One of its threads' ids: no other thread ever has it.
      sum = new ThreadRecorder(pattern, ended.isVirtual(), ended.isOnCarriers(), ended.threadId);
      TreeMemory.takeAnyway(sum.memory());
      if (ended.isOnCarriers()) {
        sum.beginOn(ended.categories());
      }
      sum.nextInBucket = firstSum;
      firstSum = sum;
      sumCount++;
      Recorders.list(sum);
    }
    return sum;
  }

  private static @Nullable ThreadRecorder sumNamed(String pattern, boolean isVirtual) {
    ThreadRecorder sum = firstSum;
    while (sum != null && !(sum.isVirtual() == isVirtual && sum.nameAtStart().equals(pattern))) {
      sum = sum.nextInBucket;
    }
    return sum;
  }

  private static void addTree(ThreadRecorder sum, ThreadRecorder ended) {
    // For each node its place in the sum, whose overflow part has a node for each method.
    int[] placeOf = new int[ended.end / CallNode.SIZE];
    placeOf[CallNode.OVERFLOW / CallNode.SIZE] = CallNode.OVERFLOW;
    // Parents stand before their children.
    for (int i = ThreadRecorder.OWN_NODES; i < placeOf.length; i++) {
      int node = i * CallNode.SIZE;
      int parent = placeOf[CallNode.parent(ended.nodes, node) / CallNode.SIZE];
      placeOf[i] = sum.nodeFor(parent, CallNode.method(ended.nodes, node));
    }
    PendingSamples.record(ended, ended); // No probe of its own will come.
    ended.concludeIfEnded();
    sum.addPauses(ended);
    for (int i = 0; i < placeOf.length; i++) {
      CallNode.addAll(sum.nodes, placeOf[i], ended.nodes, i * CallNode.SIZE);
      if (CallNode.hasCalled(ended.nodes, i * CallNode.SIZE)) {
        CallNode.markCaller(sum.nodes, placeOf[i], CallNode.method(ended.nodes, i * CallNode.SIZE));
      }
    }
    try {
      addMarks(sum, ended, placeOf);
      addDeferred(sum, ended, placeOf);
      if (!ended.isOnCarriers()) {
        sum.categories().addAll(ended.categories());
      }
    } catch (OutOfMemoryError e) {
      TreeMemory.heapIsFull(); // Its calls are in the sum; added again, they would count twice.
    }
  }

  private static void addMarks(ThreadRecorder sum, ThreadRecorder ended, int[] placeOf) {
    for (int window = 0; window < ThreadRecorder.MARKS; window++) {
      addMark(sum, ended, window, placeOf);
    }
  }

  private static void addDeferred(ThreadRecorder sum, ThreadRecorder ended, int[] placeOf) {
    NodeSums sums = ended.sumsOrNull();
    if (sums == null) {
      return;
    }
    if (ended.isOnCarriers()) {
      sum.sums().addAll(sums, placeOf);
    } else {
      sums.read(new Settlement(sum, ended.categories(), placeOf));
    }
  }

  /** Adjusts the sum by what an ended thread's own table knows: no more will be learnt of it. */
  public static final class Settlement implements NodeSums.Reader {
    private final ThreadRecorder sum;
    private final CategoryTable categories;
    private final int[] placeOf;

    Settlement(ThreadRecorder sum, CategoryTable categories, int[] placeOf) {
      this.sum = sum;
      this.categories = categories;
      this.placeOf = placeOf;
    }

    @Override
    public void sum(int node, int what, long amount) {
      int place = placeOf[node / CallNode.SIZE];
      if (what == NodeSums.WAITING) {
        sum.sums().add(place, what, amount);
      } else {
        sum.adjust(place, amount * categories.adjustmentOfDeferred(what));
      }
    }
  }

  private static void addMark(ThreadRecorder sum, ThreadRecorder ended, int window, int[] placeOf) {
    TreeCounts mark = ended.mark(window);
    if (mark != null) {
      TreeCounts marked = sum.mark(window);
      if (marked == null) {
        marked = TreeCounts.none();
        sum.setMark(window, marked);
      }
      mark.forgetPending(ended);
      marked.addAll(mark, placeOf);
    }
  }
}
