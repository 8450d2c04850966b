package dev.tare.runtime;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * One thread's call tree, its open node and its last reading.
 *
 * <p>Guarantees, on which probes and snapshots rest:
 *
 * <ol>
 *   <li>Only the recorder's own thread writes it, in probes, which do not nest: nothing that a
 *       probe calls is woven. All writes are plain.
 *   <li>A node, once made, stays at its place, and its method and parent never change; {@link #end}
 *       is raised after the node is whole, and {@link #nodes} is replaced by longer copies alone.
 *       So whoever reads {@link #end} first and {@link #nodes} then finds whole nodes, parents
 *       before children.
 *   <li>Another thread that reads while this one writes sees, of each counter, a value that it had
 *       not long ago (a loop without a safepoint may hold it back for as long as it runs). Of calls
 *       that had ended before the reader synchronised with this thread in any way, it misses
 *       nothing.
 *   <li>An exit opens the node that was open when its own frame's entry came. So it closes also
 *       what was left open by frames that a {@code StackOverflowError} cut down in the middle of a
 *       probe.
 *   <li>A probe changes the open node last, after everything in it that could throw.
 * </ol>
 */
public final class ThreadRecorder {
  static final Unsafe UNSAFE = Unsafe.getUnsafe();

  private static final boolean CALIBRATED = Settings.calibrated;

  /**
   * How many siblings are looked at, one after the other, before the {@link ChildIndex} is asked.
   */
  private static final int RING_WALK = 8;

  /** How many windows there are, each with a beginning of its own. */
  public static final int MARKS = 2;

  private static final long CALLS_BETWEEN_TRIES = 1 << 16;

  /** Each try that finds the heap full costs the application some collections. */
  private static final int INTERVALS_BETWEEN_TRIES = 1 << 16;

  /** Root and cut, which no call made, come first. */
  public static final int OWN_NODES = 2;

  private static final int OWN_NODES_END = OWN_NODES * CallNode.SIZE;
  private static final int FIRST_LENGTH = 4 * CallNode.SIZE;

  /** About what a recorder takes beside its nodes and its table of categories, in bytes. */
  private static final long OWN_MEMORY = 1024;

  /**
   * Up to this length the array doubles; longer ones grow by an eighth, to be 72 bytes a node at
   * most.
   */
  private static final int DOUBLING_LENGTH = 256 * CallNode.SIZE;

  /** What all virtual threads are; null before JDK 21. */
  private static final @Nullable Class<?> VIRTUAL = virtualThreadClass();

  /** The thread's id, never reused in this JVM. */
  final long threadId;

  private final WeakReference<Thread> thread;
  private final String nameAtStart;
  private final boolean virtual;
  private final boolean sum;

  /** The nodes, {@link CallNode#SIZE} places each: root, cut, then in the order of their making. */
  long[] nodes = new long[FIRST_LENGTH];

  /** Where the nodes end. */
  int end = OWN_NODES_END;

  /** The node on top of this thread's stack of woven methods. */
  int open = CallNode.ROOT;

  /** The reading at which the first interval began. */
  private long clockStart;

  /** The reading up to which the intervals have been charged. */
  private long lastReading;

  /** How the method on top is running; a {@link Kind}. */
  int openKind = Kind.OTHER;

  /** The first half of the present interval's {@link Category}. */
  int half = Category.FIRST_HALF;

  /** This thread's, or, of a virtual thread, that of the carrier that it is mounted on. */
  private CategoryTable categories;

  /** The reading at which a virtual thread left its carrier; see {@link CarrierProbe}. */
  private long unmountedAt;

  /** How many more intervals are charged raw at least. */
  private long deferralsLeft;

  @Nullable DeferredIntervals deferredIntervals;

  /** Intervals that stay raw yet, as there was no memory to defer them. */
  private int intervalsWithoutTry;

  /** Null where there are none: of a virtual thread, whose carriers change, and of a sum. */
  private final @Nullable Interruptions interruptions;

  private int searchesUntilTimed;

  /** The reading at the last trial of the {@link Pace}. */
  private long lastTrial;

  /** How often entries are drained. */
  int howOftenDrained = Drain.SELDOM;

  /** Keeps what {@link Drain#waitFor} waits for from being found to be in vain. */
  @SuppressWarnings("UnusedVariable")
  private long waitedFor;

  /** The parts of a unit that are still to be taken off; see {@link KnownOverheads}. */
  private long carried;

  /** The pauses that this thread knows of; see {@link #skip}. */
  Pauses seenPauses = Pauses.current();

  /** How long those took up to the last that this thread knows of. */
  private long skipped;

  /** The sampling epoch that this thread has seen; see {@link SampleTicker}. */
  int seenEpoch;

  /** CPU-time samples of this thread that have come due; see {@link SampleDue}. */
  volatile int samplesDue;

  /** How many of them have been recorded: in this tree, or in those of virtual threads. */
  int samplesRecorded;

  /** What this thread carries now, if it has a recorder. */
  volatile @Nullable ThreadRecorder mounted;

  private long maxEnd = (Settings.maxNodes + 1L) * CallNode.SIZE;
  private @Nullable ChildIndex wideNodes;
  private final RecentChildren recentChildren = new RecentChildren();

  /** The node at which the tree was cut, while {@link CallNode#CUT} is open. */
  int cutAt = CallNode.ROOT;

  /** Calls past the limit of nodes by the node that they were counted in; made at the first. */
  long @Nullable [] cutCalls;

  long allCutCalls;

  /** Calls past the limit that there was no memory to book, of one node. */
  private long unbookedCalls;

  private int unbookedAt = CallNode.ROOT;
  private long nextTryToBook;

  /** The next in {@link Recorders}' bucket. */
  @Nullable ThreadRecorder nextInBucket;

  /** The next in {@link Recorders}' list of all. */
  @Nullable ThreadRecorder nextOfAll;

  /** Takes the probes while the agent itself works on this thread; see {@link AgentWork}. */
  @Nullable ThreadRecorder standIn;

  /** Whether it takes another's probes, and stands in no bucket. */
  boolean isStandIn;

  /** The interval that the last cut fell into, if the thread had one running and knows of it. */
  private @Nullable CutInterval cutInterval;

  /** What was counted when windows began; null where there is none, or nothing was. */
  private final @Nullable TreeCounts[] marks = new @Nullable TreeCounts[MARKS];

  ThreadRecorder(Thread thread, long threadId) {
    this(thread, thread.getName(), isVirtual(thread), threadId);
    CallNode.addCall(nodes, CallNode.ROOT);
    restartClock();
  }

  /** Of no thread: the sum of ended ones; see {@link EndedThreads}. */
  ThreadRecorder(String name, boolean virtual, long threadId) {
    this(null, name, virtual, threadId);
  }

  private ThreadRecorder(@Nullable Thread thread, String name, boolean virtual, long threadId) {
    this.threadId = threadId;
    this.thread = new WeakReference<>(thread);
    this.nameAtStart = name;
    this.virtual = virtual;
    this.sum = thread == null;
    this.categories = new CategoryTable();
    this.interruptions = virtual || sum || !Interruptions.SOUGHT ? null : new Interruptions();
    // Virtual threads are too many for each to keep a table of its first million intervals.
    this.deferralsLeft = virtual && Settings.deferrals < Long.MAX_VALUE ? 0 : Settings.deferrals;
    CallNode.init(nodes, CallNode.ROOT, CallNode.ROOT_METHOD, CallNode.ROOT);
    CallNode.init(nodes, CallNode.CUT, CallNode.CUT_METHOD, CallNode.CUT);
  }

  static boolean isVirtual(Thread thread) {
    return VIRTUAL != null && VIRTUAL.isInstance(thread);
  }

  private static @Nullable Class<?> virtualThreadClass() {
    try {
      return Class.forName("java.lang.BaseVirtualThread", false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** The node of a call of the method from the open node, the call counted. */
  @ForceInline
  int call(int methodId) {
    int parent = open;
    long key = CallNode.child(nodes, parent, methodId);
    int node =
        CallNode.keyMethod(key) == methodId ? CallNode.keyNode(key) : otherChild(parent, methodId);
    CallNode.addCall(nodes, node);
    return node;
  }

  @DontInline
  private int otherChild(int parent, int methodId) {
    if (parent == CallNode.CUT) {
      countCut();
      return CallNode.CUT;
    }
    if (CALIBRATED && --searchesUntilTimed < 0) {
      return timedSearch(parent, methodId);
    }
    half |= Category.SEARCHED;
    return searched(parent, methodId);
  }

  /**
   * Finds the child, and sees how long that takes here, all the way: it depends on how wide the
   * tree is, and on what of it the caches hold. The interval is left without the search, and is
   * none of those that have one.
   */
  private int timedSearch(int parent, int methodId) {
    searchesUntilTimed = categories.searchesUntilTimed();
    int before = end;
    long from = Reading.now();
    int child = otherChild(parent, methodId);
    if (end != before || child == CallNode.CUT) {
      return child; // As any other, less what a new node takes.
    }
    long found = Reading.now();
    half &= ~Category.SEARCHED;
    long after = Reading.now();
    categories.observeSearch((found - from) - (after - found));
    exclude(from, after);
    return child;
  }

  private int searched(int parent, int methodId) {
    int recent = recentChildren.get(nodes, methodId, parent);
    if (recent != 0) {
      return recent;
    }
    int first = CallNode.anyChild(nodes, parent);
    int child = first < 0 ? 0 : search(parent, first, methodId);
    if (child == 0) {
      return addChild(parent, first, methodId);
    }
    recentChildren.put(nodes, child);
    int hot = CallNode.keyNode(CallNode.child(nodes, parent, methodId));
    if (CallNode.calls(nodes, child) > CallNode.calls(nodes, hot)) {
      CallNode.setChild(nodes, parent, methodId, child);
    }
    return child;
  }

  private int search(int parent, int first, int methodId) {
    int sibling = first;
    for (int i = 0; i < RING_WALK; i++) {
      if (CallNode.method(nodes, sibling) == methodId) {
        return sibling;
      }
      sibling = CallNode.nextSibling(nodes, sibling);
      if (sibling == first) {
        return 0;
      }
    }
    return wideNodes == null ? 0 : wideNodes.get(nodes, methodId, parent);
  }

  /**
   * The slow path of a call that was never made from here before; its cost is charged to nobody.
   */
  private int addChild(int parent, int first, int methodId) {
    long from = Reading.now();
    int child = CallNode.CUT;
    if (end < maxEnd) {
      try {
        child = newChild(parent, first, methodId);
      } catch (OutOfMemoryError e) {
        TreeMemory.heapIsFull();
      }
      if (child == CallNode.CUT) {
        maxEnd = end; // A node that is there has all of its calls, so none comes later.
      }
    }
    if (child == CallNode.CUT) {
      CallNode.moveMetric(nodes, CallNode.CUT, cutAt);
      cutAt = parent;
      countCut();
    }
    exclude(from);
    return child;
  }

  /** {@link CallNode#CUT} where trees may take no more memory. */
  private int newChild(int parent, int first, int methodId) {
    int child = end;
    if (child == nodes.length && !grow()) {
      return CallNode.CUT;
    }
    CallNode.init(nodes, child, methodId, parent);
    if (first >= 0) {
      indexIfWide(first, child);
    }
    long[] all = nodes;
    long key = CallNode.key(methodId, child);
    int place = CallNode.childPlace(parent, methodId);
    UNSAFE.storeFence(); // guarantee 2
    end = child + CallNode.SIZE; // no place that a link leads to is ever given out again
    // No calls from here on: out of stack, one would leave the node in no ring.
    if (first >= 0) {
      long link = all[first + CallNode.NEXT_SIBLING];
      all[child + CallNode.NEXT_SIBLING] = link & CallNode.SIBLING_MASK; // its samples are its own
      all[first + CallNode.NEXT_SIBLING] = (link & ~CallNode.SIBLING_MASK) | child;
    }
    if (all[place] == CallNode.NO_CHILD) {
      all[place] = key;
    }
    return child;
  }

  private boolean grow() {
    int length = nodes.length;
    long wanted = length + (long) (length <= DOUBLING_LENGTH ? length : length >> 3);
    wanted -= wanted % CallNode.SIZE;
    if (wanted > Integer.MAX_VALUE - 2L * CallNode.SIZE) {
      return false;
    }
    if (!TreeMemory.take((wanted - length) * Long.BYTES)) {
      return false;
    }
    long[] longer = new long[(int) wanted];
    System.arraycopy(nodes, 0, longer, 0, length);
    UNSAFE.storeFence(); // guarantee 2
    nodes = longer;
    return true;
  }

  /** Makes it a recorder without nodes, for any thread that finds no memory for one of its own. */
  ThreadRecorder withoutNodes() {
    maxEnd = 0;
    return this;
  }

  /** One for {@link Pace}'s trials alone: with no drained entries. */
  static ThreadRecorder ofTrials() {
    ThreadRecorder recorder = new ThreadRecorder("", false, -1);
    recorder.maxEnd = OWN_NODES_END + Pace.NODES * CallNode.SIZE;
    recorder.isStandIn = true;
    recorder.howOftenDrained = Drain.NEVER;
    return recorder;
  }

  /** About what it takes of the heap, in bytes. */
  long memory() {
    // A virtual thread's table is its carrier's.
    long table = virtual && !isStandIn ? 0 : categories.memory();
    return OWN_MEMORY + (long) nodes.length * Long.BYTES + table;
  }

  private void indexIfWide(int first, int child) {
    int siblings = 1;
    int sibling = CallNode.nextSibling(nodes, first);
    while (sibling != first && siblings <= RING_WALK) {
      siblings++;
      sibling = CallNode.nextSibling(nodes, sibling);
    }
    if (siblings < RING_WALK) {
      return;
    }
    ChildIndex index = wideNodes;
    if (index == null) {
      index = new ChildIndex();
      wideNodes = index;
    }
    if (siblings == RING_WALK) {
      do {
        index.add(nodes, sibling);
        sibling = CallNode.nextSibling(nodes, sibling);
      } while (sibling != first);
    }
    index.add(nodes, child);
  }

  /** A call that gets no node is counted where the tree was cut. */
  private void countCut() {
    CallNode.addCall(nodes, cutAt);
    countCut(cutAt, 1);
  }

  /** Some of the node's calls were made from it past the limit of nodes. */
  void countCut(int node, long calls) {
    if (calls == 0) {
      return;
    }
    allCutCalls += calls;
    long[] counts = cutCalls;
    if (counts == null || counts.length <= node / CallNode.SIZE) {
      counts = grownCutCalls(counts);
    }
    if (counts == null) {
      if (unbookedCalls == 0 || unbookedAt == node) {
        unbookedAt = node;
        unbookedCalls += calls;
      }
      return; // Counted in the sum in any case.
    }
    counts[node / CallNode.SIZE] += calls;
  }

  /** Out of memory, null: and it is not tried again soon, since each try is a collection. */
  private long @Nullable [] grownCutCalls(long @Nullable [] counts) {
    if (unbookedCalls > 0 && allCutCalls < nextTryToBook) {
      return null;
    }
    try {
      long[] longer = new long[end / CallNode.SIZE];
      if (counts != null) {
        System.arraycopy(counts, 0, longer, 0, counts.length);
      }
      longer[unbookedAt / CallNode.SIZE] += unbookedCalls;
      unbookedCalls = 0;
      cutCalls = longer;
      return longer;
    } catch (OutOfMemoryError e) {
      nextTryToBook = allCutCalls + CALLS_BETWEEN_TRIES;
      return null;
    }
  }

  /** Takes an adjustment, in parts of the unit, off a node's self. */
  void adjust(int node, long parts) {
    long adjustment = wholeUnits(parts);
    CallNode.addSelf(nodes, node, -adjustment);
    CallNode.addOverhead(nodes, node, adjustment);
  }

  /** Takes over another tree's intervals, whose nodes have these places here, or complements. */
  void defer(DeferredIntervals intervals, int[] placeOf) {
    deferred().addAll(intervals, placeOf);
  }

  /** What is deferred here, made where there is none. Out of memory, the error is thrown. */
  DeferredIntervals deferred() {
    DeferredIntervals intervals = deferredIntervals;
    if (intervals == null) {
      intervals = new DeferredIntervals();
      deferredIntervals = intervals;
    }
    return intervals;
  }

  /** The node of a call of the method from the parent; {@link CallNode#CUT} where it has none. */
  int childOf(int parent, int methodId) {
    int first = parent == CallNode.CUT ? -1 : CallNode.anyChild(nodes, parent);
    int child = first < 0 ? 0 : search(parent, first, methodId);
    return child == 0 ? CallNode.CUT : child;
  }

  /** The same, made where there is none and room for one. */
  int childFor(int parent, int methodId) {
    int child = childOf(parent, methodId);
    return child == CallNode.CUT && end < maxEnd
        ? newChild(parent, CallNode.anyChild(nodes, parent), methodId)
        : child;
  }

  /**
   * Leaves, by an exception, every call that is open above the given node, and opens that node. A
   * call past the limit of nodes has none of its own to count the exception in.
   */
  @DontInline
  void unwindTo(int node) {
    if (open == node) {
      return;
    }
    int left = open == CallNode.CUT ? cutAt : open;
    while (left != node && left != CallNode.ROOT) {
      CallNode.addException(nodes, left);
      left = CallNode.parent(nodes, left);
    }
    open = node;
  }

  /**
   * Ends the interval since the last reading, and charges it to the open node.
   *
   * @param category of the interval; see {@link Category#number}
   * @param clean whether the open method ran as one kind from the interval's beginning to its end
   */
  @ForceInline
  void charge(long now, int category, boolean clean) {
    long interval = now - lastReading;
    lastReading = now;
    if (!CALIBRATED) {
      CallNode.addSelf(nodes, open, interval);
      return;
    }
    long parts;
    if (clean && categories.trusts(category)) {
      if (Interruptions.SOUGHT && interval >= Interruptions.LONG_INTERVAL) {
        interval = uninterrupted(interval, now);
      }
      parts = categories.adjust(category, interval);
    } else {
      parts = adjustUntrusted(category, interval, clean);
    }
    long adjustment = wholeUnits(parts);
    CallNode.addSelf(nodes, open, interval - adjustment);
    CallNode.addOverhead(nodes, open, adjustment);
  }

  /**
   * What is to be taken off an interval now, in parts: nothing where it is deferred, to be adjusted
   * by whoever reads the tree, since its category is new, or it is too early to trust what is
   * known, or the interval may not be of the category throughout. Where too many have been
   * deferred, what is known is taken off all the same.
   *
   * <p>This path is longer than the fast one, and no category's. So it is taken out of the interval
   * that has just begun: that is then as short as those of later, when nothing is deferred.
   */
  @DontInline
  private long adjustUntrusted(int category, long interval, boolean clean) {
    if (maxEnd == 0) {
      return 0; // Of several threads: its tables would break.
    }
    long parts = 0;
    if (intervalsWithoutTry > 0) {
      intervalsWithoutTry--;
      return 0;
    }
    try {
      parts =
          Category.isDrained(category)
              ? adjustDrained(Category.undrained(category), interval)
              : adjustOrDefer(category, interval, clean);
      if (isTrialDue() && !virtual) {
        tryPace();
      }
    } catch (OutOfMemoryError e) {
      parts = 0; // The interval stays raw.
      intervalsWithoutTry = INTERVALS_BETWEEN_TRIES;
    }
    exclude(lastReading);
    return parts;
  }

  private long adjustOrDefer(int category, long interval, boolean clean) {
    categories.admit(category);
    if (clean) {
      categories.observe(category, interval);
    }
    long parts = deferred().add(open, category) ? 0 : categories.adjustmentOfDeferred(category);
    // Training must meet the probes as they are later, on their fast path.
    if (isStandIn || (warmUpIsOver() && Calibration.isKnown())) {
      categories.trust();
    }
    return parts;
  }

  /** Of a leaf it is kept how long it took; no minimum is fed. */
  private long adjustDrained(int category, long interval) {
    if (Category.isOfLeaf(category) && interval < KnownOverheads.BEYOND_OVERHEAD) {
      deferred().addDrained(open, 1, interval + Calibration.known().wholeDrain());
    }
    categories.admit(category);
    return categories.present(category);
  }

  /** Whether entries are drained at all, with this metric and calibration. */
  public static boolean drains() {
    return Drain.WANTED;
  }

  /** Has entries drained more often, or no longer so; by the recorder's thread. */
  public void drainOften(boolean often) {
    howOftenDrained = often ? Drain.OFTEN : Drain.SELDOM;
  }

  /**
   * Begins the interval of the method that has just been entered with nothing else under way; what
   * that takes is no part of it.
   */
  @DontInline
  void drain(long reading) {
    if (virtual || !categories.trustsAny()) {
      return; // No table for each of a million threads, and no probes that are not compiled yet.
    }
    if (isTrialDue()) {
      tryPace();
      exclude(reading);
      return;
    }
    half |= Category.DRAINED;
    long known = Calibration.known().wholeDrain();
    lastReading += known;
    CallNode.addOverhead(nodes, open, known);
    waitedFor = Drain.waitFor(reading);
  }

  private boolean isTrialDue() {
    return lastReading - lastTrial >= Pace.BETWEEN_TRIALS && !isStandIn;
  }

  /** Its time is to be excluded. */
  private void tryPace() {
    lastTrial = lastReading;
    double inTraining = Calibration.known().trial();
    if (inTraining > 0) {
      categories.follow(Pace.trial() / inTraining);
    }
  }

  private boolean warmUpIsOver() {
    if (CompilationDelay.isOver()) {
      return --deferralsLeft < 0;
    }
    if (Kind.isCompiled(openKind)) {
      CompilationDelay.sawCompiled(CallNode.method(nodes, open));
    }
    return false;
  }

  /** The whole units of an adjustment given in parts; the rest is carried to the next. */
  @ForceInline
  private long wholeUnits(long parts) {
    long due = carried + parts;
    carried = due & ((1 << KnownOverheads.FRACTION_BITS) - 1);
    return due >> KnownOverheads.FRACTION_BITS;
  }

  /** Sampled mode's reading: taken at the first probe after each period. */
  @DontInline
  void sample() {
    seenEpoch = SampleTicker.epoch;
    long now = Reading.now();
    CallNode.addSelf(nodes, open, now - lastReading);
    lastReading = now;
  }

  /**
   * What is left of an interval without its {@link Interruptions}, which get nodes of their own.
   *
   * @param now its end; what this takes is the profiler's own
   */
  @DontInline
  private long uninterrupted(long interval, long now) {
    Interruptions own = interruptions;
    if (own == null || maxEnd == 0) {
      return interval;
    }
    long collected = own.collected(interval);
    long switchedOut = own.switchedOut(interval - collected);
    long left = interval;
    // Of one that a window's end cut, its node has been promised the part before.
    if (cutInterval == null || cutInterval.since != now - interval) {
      left -= interrupted(Interruptions.COLLECTED, collected);
      left -= interrupted(Interruptions.SWITCHED_OUT, switchedOut);
    }
    exclude(lastReading);
    return left;
  }

  /** Books an interruption; what could be booked of it, all or nothing. */
  private long interrupted(int node, long nanos) {
    if (nanos <= 0) {
      return 0;
    }
    int child = CallNode.CUT;
    try {
      child = childFor(CallNode.ROOT, node);
    } catch (OutOfMemoryError e) {
      TreeMemory.heapIsFull();
    }
    if (child == CallNode.CUT) {
      return 0;
    }
    CallNode.addSelf(nodes, child, nanos);
    return nanos;
  }

  /**
   * Books what passed since {@code from} as the profiler's own: overhead of the open node, self of
   * none.
   */
  void exclude(long from) {
    exclude(from, Reading.now());
  }

  private void exclude(long from, long to) {
    long excluded = to - from;
    CallNode.addOverhead(nodes, open, excluded);
    lastReading += excluded;
  }

  /** The virtual thread leaves its carrier. */
  void unmount() {
    unmountedAt = Reading.now();
  }

  /**
   * The virtual thread is on a carrier again. What the carriers did since it left the last is not
   * the thread's, and the interval is of no known category.
   */
  void mount(CategoryTable ofCarrier) {
    categories = ofCarrier;
    half = Category.FIRST_HALF;
    if (Reading.IS_OF_THE_THREAD) {
      lastReading += Reading.now() - unmountedAt;
    }
  }

  /**
   * Has intervals booked in another table from now on: a virtual thread's in that of the carrier
   * that it begins on, and in training.
   */
  public void beginOn(CategoryTable table) {
    categories = table;
  }

  /** Begins the thread's first interval now. */
  void restartClock() {
    seenEpoch = SampleTicker.epoch;
    lastReading = Reading.now();
    clockStart = lastReading;
    lastTrial = lastReading;
    skipped = seenPauses.until(lastReading);
  }

  /**
   * Takes the time in which nothing was recorded out of the interval that is running. What a
   * counter of the thread's own counted meanwhile is not known: there the interval begins anew.
   */
  void skip(Pauses pauses) {
    long now = Reading.now();
    long interval = now - lastReading;
    long until = pauses.until(now);
    long paused = Reading.IS_OF_THE_THREAD ? interval : until - skipped;
    lastReading += Math.max(0, Math.min(paused, interval));
    skipped = until;
    seenPauses = pauses;
    half = Category.FIRST_HALF;
    openKind = Kind.OTHER; // Taking its probes out made it go on in the interpreter.
    Thread own = thread.get();
    Thread carrier = own == null ? null : CarrierProbe.carrier(own);
    if (carrier != null) {
      categories = Recorders.own(carrier).categories(); // Changes of carrier went unseen.
    }
  }

  /**
   * Notes the running interval if the last cut falls into it. It ends with the present probe, in
   * sampled mode too, so that it is charged to the node that is open now.
   *
   * @return whether the cut lies behind what has been charged
   */
  boolean noteCut() {
    WindowCut cut = WindowCut.last();
    if (cut == null || lastReading - cut.reading >= 0) {
      return false;
    }
    CutInterval last = cutInterval;
    CutInterval earlier = last != null && last.cut == cut ? last.before : last;
    try {
      int node = open();
      CutInterval kept =
          earlier == null
              ? null
              : new CutInterval(earlier.cut, earlier.since, earlier.node, earlier.rawBefore, null);
      CutInterval noted = new CutInterval(cut, lastReading, node, raw(node), kept);
      UNSAFE.storeFence();
      cutInterval = noted;
      UNSAFE.storeFence();
    } catch (OutOfMemoryError e) {
      TreeMemory.heapIsFull();
    }
    seenEpoch = SampleTicker.epoch - 1;
    return true;
  }

  private long raw(int node) {
    long raw = CallNode.self(nodes, node) + CallNode.overhead(nodes, node);
    return node == cutAt
        ? raw + CallNode.self(nodes, CallNode.CUT) + CallNode.overhead(nodes, CallNode.CUT)
        : raw;
  }

  /** The interval that a cut fell into, or the first one after it; null where none is known. */
  @Nullable CutInterval cutInterval(long cutReading) {
    CutInterval last = cutInterval;
    if (last == null || last.cut.reading - cutReading < 0) {
      return null;
    }
    CutInterval before = last.before;
    return before == null || before.cut.reading - cutReading < 0 ? last : before;
  }

  /**
   * What has passed of the interval that is running, in the metric's unit; 0 of a counter that its
   * own thread alone can read. Asked by others than the recorder's thread.
   */
  long pendingAt(long now) {
    if (Reading.IS_OF_THE_THREAD) {
      return 0;
    }
    return isRunning() ? unpaused(lastReading, now) : 0;
  }

  /** What passed from one reading to another, but for pauses that this thread does not know of. */
  long unpaused(long from, long now) {
    return Math.max(0, now - from - (Pauses.current().until(now) - skipped));
  }

  /** The reading at which the first interval began; a later one until there are events. */
  long clockStart() {
    return clockStart;
  }

  /** The reading up to which intervals are charged. */
  long lastReading() {
    return lastReading;
  }

  // What follows is read by snapshots, from any thread.

  /** Whether the thread ever entered a woven method. */
  public boolean hasEvents() {
    return end > OWN_NODES_END;
  }

  public long threadId() {
    return threadId;
  }

  /** The thread, or null once it has ended and been collected. */
  public @Nullable Thread thread() {
    return thread.get();
  }

  /** The name that the thread had at its first event. */
  public String nameAtStart() {
    return nameAtStart;
  }

  /** The intervals that were charged raw; null where there are none. */
  public @Nullable DeferredIntervals deferredIntervals() {
    return deferredIntervals;
  }

  /** Statistics of this thread's intervals. */
  public CategoryTable categories() {
    return categories;
  }

  /** Whether the thread is no more, and nobody writes here any more; not of a sum. */
  boolean hasEnded() {
    Thread own = thread.get();
    return !sum && (own == null || !own.isAlive());
  }

  /** Whether this is the sum of ended threads, and the name a pattern of theirs. */
  public boolean isSum() {
    return sum;
  }

  /** Whether its thread is alive. */
  boolean isRunning() {
    Thread own = thread.get();
    return own != null && own.isAlive();
  }

  /**
   * What had been counted when a window began; null for nothing. With {@link EndedThreads#LOCK}.
   */
  public @Nullable TreeCounts mark(int window) {
    return marks[window];
  }

  /** Begins a window, and frees what the one before began with. As {@link #mark}. */
  public void setMark(int window, TreeCounts counts) {
    freeMark(window);
    marks[window] = counts;
  }

  private void freeMark(int window) {
    TreeCounts counts = marks[window];
    if (counts != null) {
      counts.free();
    }
  }

  /** Gives back what only an ended thread's windows need, once they have been added up. */
  void freeMarks() {
    for (int window = 0; window < MARKS; window++) {
      freeMark(window);
    }
  }

  /** Whether it is a virtual thread. */
  public boolean isVirtual() {
    return virtual;
  }

  /** Where the nodes end at this moment; to be read before {@link #nodes()}. */
  public int end() {
    int now = end;
    UNSAFE.loadFence(); // guarantee 2
    return now;
  }

  /**
   * The nodes, to be read with {@link CallNode} and up to {@link #end()} alone; still being
   * written.
   */
  public long[] nodes() {
    return nodes;
  }

  /** The node that is open now. */
  public int open() {
    int now = open;
    return now == CallNode.CUT ? cutAt : now;
  }

  /** The node to which {@link CallNode#CUT}'s self and overhead belong. */
  public int cutAt() {
    return cutAt;
  }

  /** How many of the node's calls were made from it past the limit of nodes. */
  public long cutCalls(int node) {
    long[] counts = cutCalls;
    int index = node / CallNode.SIZE;
    long unbooked = node == unbookedAt ? unbookedCalls : 0;
    return unbooked + (counts == null || index >= counts.length ? 0 : counts[index]);
  }

  /** CPU-time samples that came due and that no probe has recorded yet. */
  public int samplesWaiting() {
    return samplesDue - samplesRecorded;
  }

  /** How many calls of this thread were made past the limit of nodes. */
  public long allCutCalls() {
    return allCutCalls;
  }
}
