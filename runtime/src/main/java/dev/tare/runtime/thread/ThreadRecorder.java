package dev.tare.runtime.thread;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.snapshot.SnapshotSource;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.CallsInProgress;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * One thread's call tree, its open node and its last reading: one object, in layers.
 *
 * <table>
 *   <caption>layers, lowest first</caption>
 *   <tr><td>{@link dev.tare.runtime.tree.NodeArray}</td><td>nodes</td></tr>
 *   <tr><td>{@link dev.tare.runtime.tree.CallTree}</td><td>the open node, lookup</td></tr>
 *   <tr><td>{@link dev.tare.runtime.tree.FlatCalls}</td><td>calls without context</td></tr>
 *   <tr><td>{@link dev.tare.runtime.tree.ClockedTree}</td>
 *       <td>the last reading, what is excluded or interrupted</td></tr>
 *   <tr><td>{@link dev.tare.runtime.tree.SampledTree}</td>
 *       <td>what readings at the ends of sampling periods need</td></tr>
 *   <tr><td>{@link dev.tare.runtime.calibration.IntervalAccounting}</td>
 *       <td>categories, overhead subtracted</td></tr>
 *   <tr><td>{@link dev.tare.runtime.calibration.CountedCalls}</td><td>calls without readings</td></tr>
 *   <tr><td>{@link SnapshotSource}</td><td>what snapshots need</td></tr>
 *   <tr><td>this class</td><td>the thread: identity, carriers, shadow recorder</td></tr>
 * </table>
 *
 * <p>Inheritance, because a probe then finds all it needs at fixed places of one object. Only the
 * recorder's own thread writes it, in probes, which do not nest: nothing that a probe calls is
 * woven. The layers say what else holds.
 */
public final class ThreadRecorder extends SnapshotSource {
  /** Roughly what a recorder takes beside its nodes, sums and table of categories, in bytes. */
  private static final long OWN_MEMORY = 1024;

  /** The thread's id, never reused in this JVM. */
  public final long threadId;

  private final WeakReference<Thread> thread;
  private final String nameAtStart;
  private final boolean virtual;
  private final boolean sum;

  /** What the thread belonged to at its first probe, set by a {@link ThreadStartListener}. */
  public volatile @Nullable Object origin;

  /** The reading at which a virtual thread left its carrier. */
  private long unmountedAt;

  /** The {@linkplain SampleTicker#epoch sampling epoch} then. */
  private int epochAtUnmount;

  /** Whether it is a virtual thread that has left its carrier and is on none. */
  private boolean isUnmounted;

  /** Whether it left after a pause that it did not know of: changes of carrier went unseen. */
  private boolean isAfterPause;

  /** The recorder of the virtual thread that this one carries now; null if there is none. */
  public volatile @Nullable ThreadRecorder mounted;

  /** The next in {@link Recorders}' bucket. */
  @Nullable ThreadRecorder nextInBucket;

  /** The next in {@link Recorders}' list of all. */
  @Nullable ThreadRecorder nextOfAll;

  /** Whether the agent itself works on this thread; see {@link ProfilerSection}. */
  private boolean isInSection;

  /** The reading at which that began last, plus what carriers have done for others since. */
  private long sectionSince;

  /** Calls that were in progress in the last pause of recording; null before the first. */
  private @Nullable CallsInProgress inPause;

  /** Takes the probes during a section; made for the first of them. */
  @Nullable ThreadRecorder shadowRecorder;

  ThreadRecorder(Thread thread, long threadId) {
    this(
        thread,
        thread.getName(),
        VirtualThreads.isOne(thread),
        VirtualThreads.isOnCarriers(thread),
        threadId);
    CallNode.addCall(nodes, CallNode.ROOT);
    restartClock();
  }

  /** A recorder of no thread: the sum of ended ones; see {@link EndedThreadMerger}. */
  ThreadRecorder(String name, boolean virtual, boolean onCarriers, long threadId) {
    this(null, name, virtual, onCarriers, threadId);
  }

  private ThreadRecorder(
      @Nullable Thread thread, String name, boolean virtual, boolean onCarriers, long threadId) {
    super(onCarriers, thread != null);
    this.virtual = virtual;
    this.threadId = threadId;
    this.thread = new WeakReference<>(thread);
    this.nameAtStart = name;
    this.sum = thread == null;
  }

  /** A recorder without nodes, for any thread that finds no memory for one of its own. */
  static ThreadRecorder withoutNodes() {
    ThreadRecorder recorder = new ThreadRecorder("", true, true, -1);
    recorder.refuseNodes();
    return recorder;
  }

  /** About what it takes of the heap, in bytes. */
  public long memory() {
    // The table of a thread on carriers is its carrier's.
    long table = isOnCarriers() && !isShadow ? 0 : categories.memory();
    return OWN_MEMORY + (long) nodes.length * Long.BYTES + flatMemory() + sumsMemory() + table;
  }

  boolean isInSection() {
    return isInSection;
  }

  /** Begins a {@link ProfilerSection} on this thread. */
  void beginSection(long now) {
    sectionSince = now;
    isInSection = true;
  }

  /**
   * Books the section's time as {@link #exclude} does. Where changes of carrier may have gone
   * unseen it is not known, and the next probe's {@link #skip} leaves it out.
   */
  void excludeSection() {
    RecordingPauses pauses = RecordingPauses.current();
    boolean mayBeOnOtherClock =
        Reading.IS_OF_THE_THREAD && isOnCarriers() && (pauses.paused || missed(pauses));
    if (!mayBeOnOtherClock) {
      exclude(sectionSince);
    }
  }

  /**
   * Ends what {@link #beginSection} began. On a thread of the profiler's own it goes on, since what
   * follows until the thread has ended is no work of the application either.
   */
  void endSection() {
    isInSection = thread.get() instanceof ProfilerThread;
    ThreadRecorder shadow = shadowRecorder;
    if (shadow != null) {
      shadowRecorder = null;
      TreeMemory.giveBack(shadow.memory());
    }
  }

  /** The recorder that takes this thread's probes in a section. Called by the thread itself. */
  ThreadRecorder shadow() {
    ThreadRecorder shadow = shadowRecorder;
    if (shadow == null) {
      shadow = new ThreadRecorder(Thread.currentThread(), threadId);
      shadow.isShadow = true;
      TreeMemory.takeAnyway(shadow.memory());
      shadowRecorder = shadow;
    }
    return shadow;
  }

  /**
   * The virtual thread leaves its carrier.
   *
   * @param isForGood whether it has ended
   */
  public void unmount(boolean isForGood) {
    RecordingPauses pauses = RecordingPauses.current();
    long now = Reading.now();
    isAfterPause = pauses.paused || missed(pauses);
    unmountedAt = now;
    epochAtUnmount = SampleTicker.epoch;
    isUnmounted = true;
    if (!isAfterPause && !isInSection) { // All that passes in a section is overhead.
      try {
        unmountedAt = lookBeforeLeaving(now);
        if (isForGood && !isReadingDue()) {
          long self = selfOutside();
          chargeUpTo(unmountedAt);
          leaveToOthers(self, waitedOutside());
        }
      } catch (StackOverflowError e) {
        return; // Thrown on, it would leave the JVM's change of threads half done.
      }
    }
  }

  /**
   * The virtual thread is on a carrier again. What the carriers did since it left the last is not
   * the thread's, and the interval is of no known category.
   *
   * @param carrier the carrier's recorder; null where there was no memory for one
   */
  public void mount(@Nullable ThreadRecorder carrier) {
    long now = Reading.now();
    beginOn(carrier, now);
    categoryPrefix = Category.START_PREFIX;
    if (isUnmounted) {
      if (Reading.IS_OF_THE_THREAD) {
        leaveOut(now - unmountedAt);
        sectionSince += now - unmountedAt;
      } else if (!isInSection) {
        chargeWaited(unpaused(Math.max(unmountedAt, lastReading), now));
      }
      boolean isMuch = Reading.IS_TIME && now - lastReading > mostLeftForNext();
      if (SampleTicker.epoch != epochAtUnmount && !isInSection && !isMuch) {
        seenEpoch = SampleTicker.epoch; // Work is left for the next reading.
      }
      isUnmounted = false;
    }
  }

  /**
   * The virtual thread is on this carrier from this reading on. The last carrier's table and clocks
   * may not be kept: that carrier's thread goes on writing them.
   */
  void beginOn(@Nullable ThreadRecorder carrier, long reading) {
    categories = carrier == null ? CategoryTable.NONE : carrier.categories();
    lookOn(carrier, reading);
  }

  @Override
  protected long waitedOf(long pending, long now) {
    if (!isOnCarriers()) {
      return stoppedOf(threadId, pending, now);
    }
    if (isUnmounted) {
      return Math.max(0, Math.min(pending, now - unmountedAt));
    }
    Thread carrier = carrier();
    long stopped = carrier == null ? 0 : stoppedOf(Recorders.id(carrier), pending, now);
    return carrier() == carrier ? stopped : 0; // Elsewhere, the clocks are of another thread.
  }

  @Override
  protected long profilersOwn(long pending, long now) {
    return isInSection ? Math.max(0, Math.min(pending, now - sectionSince)) : 0;
  }

  /**
   * Takes note of pauses and of the last snapshot point.
   *
   * @return whether the point lies behind what has been charged
   */
  boolean catchUp(RecordingPauses pauses) {
    if (missed(pauses) || pauses.paused) {
      skip(pauses);
    }
    return noteSnapshotPoint();
  }

  @Override
  public void skip(RecordingPauses pauses) {
    boolean isFirstProbe = missed(pauses);
    super.skip(pauses);
    isUnmounted = false; // It runs: that it was mounted may have gone unseen.
    if (isFirstProbe) { // In a pause calls end, and none is opened: the list stays complete.
      inPause = CallsInProgress.of(nodes, open);
    }
    Thread carrier = carrier();
    if (carrier != null) { // Changes of carrier went unseen.
      beginOn(Recorders.whereThereIsMemory(carrier), Reading.now());
    }
  }

  /**
   * Whether the open call may have been in progress in the last pause of recording. Then a part of
   * the calls that it counted itself may have been made in the pause.
   */
  public boolean mayHaveBeenInPause() {
    return mayHaveBeenInPause(open);
  }

  @Override
  protected boolean mayHaveBeenInPause(int node) {
    CallsInProgress known = inPause;
    return known != null && mayBeOf(known, node);
  }

  /**
   * Whether calls of a node may have left out what they counted themselves, outside of pauses too.
   *
   * @param areLater whether they began after the last pause
   */
  public boolean mayLeaveOutCounted(boolean areLater) {
    CallsInProgress known = inPause;
    return known != null && !(areLater && known.areKnown());
  }

  /** A sum knows as much of pauses as the thread that knows least. */
  void addPauses(ThreadRecorder ended) {
    CallsInProgress known = ended.inPause;
    if (known != null && (inPause == null || !known.areKnown())) {
      inPause = known;
    }
  }

  private @Nullable Thread carrier() {
    Thread own = thread.get();
    return own == null ? null : VirtualThreads.carrier(own);
  }

  public long threadId() {
    return threadId;
  }

  /** Whether it is a virtual thread. */
  public boolean isVirtual() {
    return virtual;
  }

  /** The thread, or null once it has ended and been collected. */
  public @Nullable Thread thread() {
    return thread.get();
  }

  /** The name that the thread had at its first event. */
  public String nameAtStart() {
    return nameAtStart;
  }

  /** A virtual thread has its last time, up to where it left its carrier for good. */
  @Override
  public void concludeIfEnded() {
    super.concludeIfEnded();
    if (isUnmounted && !isAfterPause && hasEnded()) {
      chargeUpTo(unmountedAt);
    }
  }

  @Override
  protected boolean hasEnded() {
    Thread own = thread.get();
    return !sum && (own == null || !own.isAlive());
  }

  /** Whether this is the sum of ended threads, and the name a pattern of theirs. */
  public boolean isSum() {
    return sum;
  }

  @Override
  protected boolean isRunning() {
    Thread own = thread.get();
    return own != null && own.isAlive();
  }
}
