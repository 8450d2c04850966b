package dev.tare.runtime.calibration;

import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.SampledTree;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A call tree whose intervals are charged: each to the node on top, less the overhead that its
 * category is known to hold, at once or, deferred, when the tree is read.
 */
public class IntervalAccounting extends SampledTree {
  private static final boolean CALIBRATED = Settings.calibrated();

  /**
   * The most pairs of a node and a category that are deferred, a megabyte of them. Trees with more
   * pairs in a warm-up are large: for each of their nodes the table would take too much. The
   * delayed policy defers all, whatever memory it takes.
   */
  private static final int MAX_DEFERRED = Settings.defersAll() ? Integer.MAX_VALUE : 1 << 15;

  /** Each try that finds the heap full costs the application some collections. */
  private static final int INTERVALS_BETWEEN_TRIES = 1 << 16;

  /** Whether this is a shadow recorder, which stands in no bucket. */
  public boolean isShadow;

  /** How the method on top is running; a {@link Kind}. */
  public int openKind = Kind.OTHER;

  /** The prefix of the present interval's {@link Category}. */
  public int categoryPrefix = Category.START_PREFIX;

  /** This thread's, or, of a virtual thread, that of the carrier that it is mounted on. */
  protected CategoryTable categories;

  /** How many more intervals at least are charged raw. */
  private long deferralsLeft;

  /** Intervals that stay raw yet, as there was no memory to defer them. */
  private int intervalsWithoutTry;

  private int lookupsUntilTimed;

  /** The parts of a unit that are still to be subtracted; see {@link KnownOverheads}. */
  private long carried;

  /** The reading at the last sample of the {@link ProbeCostMonitor}. */
  private long lastProbeCostSample;

  /**
   * A tree without intervals.
   *
   * @param onCarriers as in {@link SampledTree}
   * @param ofThread as in {@link SampledTree}
   */
  protected IntervalAccounting(boolean onCarriers, boolean ofThread) {
    super(onCarriers, ofThread);
    this.categories = new CategoryTable();
    // Virtual threads are too many for each to keep a table of its first million intervals.
    this.deferralsLeft = onCarriers && !Settings.defersAll() ? 0 : Settings.deferrals();
  }

  /** One for the calls of {@link ProbeCostMonitor} alone. */
  static IntervalAccounting ofProbeCost() {
    IntervalAccounting intervals = new IntervalAccounting(false, false);
    intervals.liftLimit();
    intervals.isShadow = true;
    return intervals;
  }

  /**
   * Begins a call.
   *
   * @param kind of the activation that begins
   * @return what the call's exit needs: the node that was open before, and its kind in the bits
   *     that a node leaves free
   */
  @ForceInline
  public final int enter(int methodId, int kind) {
    int parent = open;
    int parentKind = openKind;
    int node = call(methodId);
    int category = Category.number(categoryPrefix, false, kind); // Not behind the reading.
    long now = Reading.now();
    charge(now, category, 0);
    categoryPrefix = Category.prefix(false, parentKind, kind);
    openKind = kind;
    openTimed(node);
    if (ProbeCostMonitor.WANTED && now - lastProbeCostSample >= ProbeCostMonitor.BETWEEN_SAMPLES) {
      sampleProbeCost(now);
    }
    return parent | parentKind;
  }

  /** What the exit of a call needs that nothing is recorded of; as in {@link #enter}. */
  public final int enterUnrecorded() {
    return open | openKind;
  }

  /**
   * Ends a call that returns, at this reading.
   *
   * @param entered what its entry returned
   * @param kind of the activation that ends, which may be compiled since
   */
  @ForceInline
  public final void exit(long now, int entered, int kind) {
    int parentKind = entered & Kind.MASK;
    charge(now, Category.number(categoryPrefix, true, parentKind), kind ^ openKind);
    categoryPrefix = Category.prefix(true, kind, parentKind);
    openKind = parentKind;
    closeTimed(entered & ~Kind.MASK);
  }

  /** Ends a call that an exception leaves; its interval is of no category. As {@link #exit}. */
  @ForceInline
  public final void exitExceptionally(long now, int entered) {
    int parentKind = entered & Kind.MASK;
    charge(now, Category.number(categoryPrefix, true, parentKind), 1);
    categoryPrefix = Category.prefix(true, openKind, parentKind);
    openKind = parentKind;
    unwindTo(entered & ~Kind.MASK);
  }

  /** Ends the present interval by a reading, at no event; it is charged as it is. */
  @DontInline
  public final void endInterval() {
    sample();
    categoryPrefix = Category.START_PREFIX;
  }

  /** As {@link #endInterval}, at the end of a sampling period, unless it ended in a wait. */
  public final void endPeriod() {
    if (leaveWork()) {
      return;
    }
    endInterval();
    if (!isShadow) {
      chargeLeftByOthers();
    }
  }

  /** Ends the present interval, and leaves what is behind the last period to others. */
  public final void endLastInterval() {
    if (isReadingDue()) {
      endPeriod();
    }
    long self = selfOutside();
    long waited = waitedOutside();
    endInterval();
    chargeLeft();
    leaveToOthers(self, waited);
  }

  @Override
  @DontInline
  protected final int lookup(int parent, int methodId) {
    if (CALIBRATED && --lookupsUntilTimed < 0) {
      return timedLookup(parent, methodId);
    }
    categoryPrefix |= Category.LOOKUP;
    return findChild(parent, methodId);
  }

  /**
   * Finds the child, and measures how long that takes: it depends on how wide the tree is, and on
   * what of it the caches hold. The lookup's time is excluded from the interval, whose category is
   * then one without a lookup.
   */
  private int timedLookup(int parent, int methodId) {
    lookupsUntilTimed = categories.lookupsUntilTimed();
    long before = lastReading;
    long from = Reading.now();
    int child = lookup(parent, methodId);
    if (lastReading != before) {
      return child; // As any other, less what a new node or a table takes.
    }
    long found = Reading.now();
    categoryPrefix &= ~Category.LOOKUP;
    long after = Reading.now();
    categories.observeLookup((found - from) - (after - found));
    exclude(from);
    return child;
  }

  /**
   * Ends the interval since the last reading, and charges it to the open node.
   *
   * @param category of the interval; see {@link Category#number}
   * @param change not 0 where the open method did not run as one kind from the interval's beginning
   *     to its end. No boolean: the first change would have the probes deoptimised.
   */
  @ForceInline
  final void charge(long now, int category, int change) {
    long passed = now - lastReading;
    long interval = passed;
    if (Interruptions.SOUGHT && interval >= Interruptions.LONG_INTERVAL) {
      interval = uninterrupted(interval, now);
    }
    lastReading += passed;
    if (!CALIBRATED) {
      CallNode.addSelf(nodes, charged(), interval);
      return;
    }
    long parts;
    if (categories.trusts(category | (change << Short.SIZE))) { // With a change, no category's.
      parts = categories.adjust(category, interval);
    } else {
      parts = adjustUntrusted(category, interval, change);
    }
    long adjustment = wholeUnits(parts);
    int node = charged();
    CallNode.addSelf(nodes, node, interval - adjustment);
    CallNode.addOverhead(nodes, node, adjustment);
  }

  /** The whole units of an adjustment given in parts; the rest is carried to the next. */
  @ForceInline
  private long wholeUnits(long parts) {
    long due = carried + parts;
    carried = due & ((1 << KnownOverheads.FRACTION_BITS) - 1);
    return due >> KnownOverheads.FRACTION_BITS;
  }

  /** Subtracts an adjustment, in parts of the unit, from a node's self. */
  public final void adjust(int node, long parts) {
    long adjustment = wholeUnits(parts);
    CallNode.addSelf(nodes, node, -adjustment);
    CallNode.addOverhead(nodes, node, adjustment);
  }

  /**
   * Returns the overhead to subtract now, in parts of the unit. It is 0 if the adjustment is
   * deferred until the tree is read: the category is new, known overheads are not trusted yet, or
   * the open method changed its kind during the interval. If the table of deferred intervals is
   * full, the known overhead is subtracted now.
   *
   * <p>This path is longer than the fast one, and belongs to no category. So its time is excluded
   * from the interval that has just begun, which is then as short as later, when nothing is
   * deferred.
   */
  @DontInline
  private long adjustUntrusted(int category, long interval, int change) {
    if (refusesNodes() || categories == CategoryTable.NONE) {
      return 0; // Of several threads: its tables would break.
    }
    if (intervalsWithoutTry > 0) {
      intervalsWithoutTry--;
      return 0;
    }
    long parts = 0;
    try {
      try {
        parts = adjustOrDefer(category, interval, change);
      } catch (OutOfMemoryError e) { // The interval stays raw.
        intervalsWithoutTry = INTERVALS_BETWEEN_TRIES;
      }
      exclude(lastReading);
    } catch (StackOverflowError e) {
      return parts; // Thrown on, it would lose the interval, which the last reading is past.
    }
    return parts;
  }

  @SuppressWarnings("ShortCircuitBoolean")
  private long adjustOrDefer(int category, long interval, int change) {
    categories.admit(category);
    if (change == 0) {
      categories.observe(category, interval);
    }
    long parts = 0;
    if (sums().addIfRoom(charged(), category, 1, MAX_DEFERRED)) {
      categories.countDeferred(category);
    } else {
      parts = categories.adjustmentOfDeferred(category);
    }
    // A calibration run must meet the probes as they are later, on their fast path; and compilers,
    // there, the end of a warm-up, and no branch that an application is the first to take.
    if (isShadow) {
      deferralsLeft = 0;
    }
    if ((warmUpIsOver() & Calibration.isKnown()) | isShadow) {
      categories.trust();
    }
    return parts;
  }

  /**
   * Follows what probes cost now. Not on virtual threads, whose table is their carrier's, nor in a
   * calibration run, which is what the others are compared with.
   */
  @DontInline
  private void sampleProbeCost(long reading) {
    lastProbeCostSample = reading;
    double inTraining = Calibration.known().probeCost();
    if (inTraining > 0 && !onCarriers && !isShadow) {
      categories.updateDrift(ProbeCostMonitor.sample() / inTraining);
      exclude(lastReading); // Not from the reading: some of what followed is excluded already.
    }
  }

  private boolean warmUpIsOver() {
    if (CompilationDelay.OF_THE_RUN.isOver()) {
      return --deferralsLeft < 0;
    }
    if (Kind.isCompiled(openKind)) {
      CompilationDelay.OF_THE_RUN.sawCompiled(CallNode.method(nodes, charged()));
    }
    return false;
  }

  @Override
  public void restartClock() {
    super.restartClock();
    lastProbeCostSample = lastReading;
  }

  /**
   * Has intervals booked in another table from now on: those of a sum of virtual threads in that of
   * a carrier, and those of a calibration run.
   */
  public final void beginOn(CategoryTable table) {
    categories = table;
  }

  /** Statistics of this thread's intervals. */
  public final CategoryTable categories() {
    return categories;
  }
}
