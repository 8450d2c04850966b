package dev.tare.runtime;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the trees of threads that have ended, so that a million of them need the memory of those
 * alive: one tree for all threads whose names differ in their digits only, {@code request-*} for
 * example. Of virtual threads all; of others those that ended before there were too many of them to
 * keep each by itself.
 *
 * <p>A thread of the agent looks for them: ten times a second from the first virtual thread on, and
 * after each thousand other threads. Whoever reads recorders holds {@link #LOCK} while it reads, so
 * that no tree moves meanwhile.
 */
public final class EndedThreads extends Thread {
  /** Held while trees are added up, and while all are read. */
  public static final Object LOCK = new Object();

  private static final long PERIOD_NANOS = 100_000_000;

  /** Names that differ in more than digits, a UUID in each, are all added up here beyond this. */
  private static final int MOST_SUMS = 1_000;

  private static final String ALL_OTHERS = "*";

  /** A power of two: after so many new threads that are no virtual ones, their ends are sought. */
  private static final int COUNTED_THREADS = 1 << 10;

  /**
   * So many ended threads that are no virtual ones are kept each by itself, and in a small heap one
   * for each 32 KB of it.
   */
  private static final long MOST_KEPT = Math.min(10_000, Runtime.getRuntime().maxMemory() >> 15);

  /** As long as there is none, nobody looks for its end. */
  private static volatile boolean expecting;

  /** Whether other threads are to be looked at too. */
  private static volatile boolean seeking;

  /** Written without a lock: which thread counts a thousand is all the same. */
  private static int counted;

  private static @Nullable Thread sweeper;

  private static @Nullable ThreadRecorder firstSum;
  private static int sumCount;

  private EndedThreads() {
    super(null, null, "tare-sweeper", 0, false);
    setDaemon(true);
  }

  /** Starts the thread that looks for them, for good; before the first virtual thread's probe. */
  public static void sweep() {
    Thread thread = new EndedThreads();
    sweeper = thread;
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

  /** Looks for ended threads of all kinds soon. */
  static void seek() {
    seeking = true;
    LockSupport.unpark(sweeper);
  }

  @Override
  public void run() {
    AgentWork.begin();
    while (true) {
      if (expecting) {
        LockSupport.parkNanos(PERIOD_NANOS);
        addUp();
      } else if (seeking) {
        addUp();
      } else {
        LockSupport.park();
      }
    }
  }

  /** Adds up those that have ended by now. */
  public static void addUp() {
    synchronized (LOCK) {
      boolean others = false;
      if (seeking) {
        seeking = false;
        others = TreeMemory.isScarce() || Recorders.endedPlatformThreads() > MOST_KEPT;
      }
      ThreadRecorder ended = Recorders.removeEnded(others);
      while (ended != null) {
        ThreadRecorder next = Recorders.before(ended);
        try {
          add(ended);
          TreeMemory.giveBack(ended.memory());
          ended.freeMarks();
        } catch (OutOfMemoryError e) {
          Recorders.list(ended); // Kept as it is: the profile lists this thread by itself.
        }
        ended = next;
      }
    }
  }

  private static void add(ThreadRecorder ended) {
    if (ended.hasEvents()) {
      ThreadRecorder sum = sumFor(ended);
      if (!ended.isVirtual()) {
        sum.categories().addAll(ended.categories());
      }
      addTree(sum, ended);
    }
  }

  private static ThreadRecorder sumFor(ThreadRecorder ended) {
    String pattern = sumCount < MOST_SUMS ? pattern(ended.nameAtStart()) : ALL_OTHERS;
    ThreadRecorder sum = firstSum;
    while (sum != null
        && !(sum.isVirtual() == ended.isVirtual() && sum.nameAtStart().equals(pattern))) {
      sum = sum.nextInBucket;
    }
    if (sum == null) {
      // One of its threads' ids: no other thread ever has it.
      sum = new ThreadRecorder(pattern, ended.isVirtual(), ended.threadId);
      TreeMemory.takeAnyway(sum.memory());
      if (ended.isVirtual()) {
        sum.beginOn(ended.categories());
      }
      sum.nextInBucket = firstSum;
      firstSum = sum;
      sumCount++;
      Recorders.list(sum);
    }
    return sum;
  }

  /** The name with a star for each row of digits. */
  private static String pattern(String name) {
    StringBuilder pattern = new StringBuilder(name.length());
    boolean inDigits = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit) {
        pattern.append(c);
      } else if (!inDigits) {
        pattern.append('*');
      }
      inDigits = digit;
    }
    return pattern.toString();
  }

  private static void addTree(ThreadRecorder sum, ThreadRecorder ended) {
    // For each node its place in the sum; where the sum has no room, that of the last node above
    // that has one, and marked so, by its complement.
    int[] placeOf = new int[ended.end / CallNode.SIZE];
    // Parents stand before their children.
    for (int i = ThreadRecorder.OWN_NODES; i < placeOf.length; i++) {
      int node = i * CallNode.SIZE;
      int parent = placeOf[CallNode.parent(ended.nodes, node) / CallNode.SIZE];
      int child =
          parent < 0 ? CallNode.CUT : sum.childFor(parent, CallNode.method(ended.nodes, node));
      placeOf[i] = child != CallNode.CUT ? child : parent < 0 ? parent : ~parent;
    }
    placeOf[CallNode.CUT / CallNode.SIZE] = placeOf[ended.cutAt / CallNode.SIZE];
    SampleDue.record(ended, ended); // No probe of its own will come.
    for (int i = 0; i < placeOf.length; i++) {
      int place = placeOf[i] < 0 ? ~placeOf[i] : placeOf[i];
      CallNode.addAll(sum.nodes, place, ended.nodes, i * CallNode.SIZE);
      if (placeOf[i] < 0) {
        sum.countCut(place, CallNode.calls(ended.nodes, i * CallNode.SIZE));
      }
      sum.countCut(place, ended.cutCalls(i * CallNode.SIZE));
    }
    for (int window = 0; window < ThreadRecorder.MARKS; window++) {
      addMark(sum, ended, window, placeOf);
    }
    DeferredIntervals deferred = ended.deferredIntervals;
    if (deferred == null) {
      return;
    }
    if (ended.isVirtual()) {
      sum.defer(deferred, placeOf);
    } else {
      deferred.read(new Settlement(sum, ended.categories(), placeOf));
    }
  }

  /** Adjusts the sum by what an ended thread's own table knows: no more will be learnt of it. */
  static final class Settlement implements DeferredIntervals.Reader {
    private final ThreadRecorder sum;
    private final CategoryTable categories;
    private final int[] placeOf;

    Settlement(ThreadRecorder sum, CategoryTable categories, int[] placeOf) {
      this.sum = sum;
      this.categories = categories;
      this.placeOf = placeOf;
    }

    @Override
    public void intervals(int node, int category, long count) {
      int place = placeOf[node / CallNode.SIZE];
      sum.adjust(place < 0 ? ~place : place, count * categories.adjustmentOfDeferred(category));
    }

    @Override
    public void drained(int node, long calls, long metric) {
      int place = placeOf[node / CallNode.SIZE];
      if (place >= 0) {
        sum.deferred().addDrained(place, calls, metric);
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
