package dev.tare.agent.snapshot;

import dev.tare.profile.BudgetUse;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.snapshot.SnapshotPoint;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From which moment on profiles count: one window goes from the last reset to now, one from the
 * last period's end to now. Nothing is set back in the recorders; a window is what they hold now,
 * less what they held when it began.
 *
 * <p>Read and begun under {@link dev.tare.runtime.thread.EndedThreadMerger#LOCK}, by one thread;
 * what was read is used while trees {@linkplain dev.tare.runtime.thread.EndedThreadMerger#keepTrees
 * are kept}.
 */
public final class Window {
  /** How often the memory for a tree's counts must be free for them to be read at the end. */
  private static final int MIN_FREE_SHARE = 8;

  private final int mark;
  private CategoryStatistics statistics = new CategoryStatistics();

  /** How many pauses of recording had begun when the window began. */
  private int pausesBefore = RecordingPauses.current().begun;

  /** The same of the moment that was read. */
  private int pausesRead = pausesBefore;

  /** What was lost to probes when the window began; null for nothing. */
  private @Nullable BudgetUse lostBefore;

  /**
   * Threads' counts at one moment; null where each is to be read when it is asked for. Of all
   * threads, but where {@link #end} is set.
   */
  private @Nullable IdentityHashMap<ThreadRecorder, TreeCounts> counts;

  /** The end of what is read when it is asked for; null where nothing is. */
  private @Nullable SnapshotPoint end;

  /** What was read when it was asked for, of one recorder. */
  private @Nullable TreeCounts asked;

  private Window(int mark) {
    this.mark = mark;
  }

  /** From the last reset to now. */
  public static Window sinceReset() {
    return new Window(0);
  }

  /** From the last period's end to now. */
  public static Window sincePeriod() {
    return new Window(1);
  }

  /** One that began when this one did, to be read apart from it. */
  public Window again() {
    Window again = new Window(mark);
    again.statistics = statistics;
    again.pausesBefore = pausesBefore;
    again.lostBefore = lostBefore;
    return again;
  }

  /** Which of the windows it is, of {@link ThreadRecorder#MARKS}. */
  public int mark() {
    return mark;
  }

  /**
   * Reads all recorders, as of a snapshot point or a little later, while their threads go on;
   * profiles show this moment, and a window can begin with it.
   */
  public void read(SnapshotPoint point) {
    IdentityHashMap<ThreadRecorder, TreeCounts> now = new IdentityHashMap<>();
    for (ThreadRecorder recorder = Recorders.last();
        recorder != null;
        recorder = Recorders.before(recorder)) {
      now.put(recorder, TreeCounts.at(point, recorder)); // Its first call may come at any moment.
    }
    counts = now;
    pausesRead = point.pauses;
  }

  /**
   * Ends at a snapshot point, for good. Threads that go on are read now; all others when they are
   * asked for, and so are those for which there is not much more memory than that takes: the JVM
   * may be ending for want of it, and to run out of it once more may change its exit status.
   * Virtual threads may be a million, and are asked for, too.
   */
  public void endAt(SnapshotPoint point) {
    end = point;
    IdentityHashMap<ThreadRecorder, TreeCounts> running = new IdentityHashMap<>();
    counts = running;
    for (ThreadRecorder recorder = Recorders.last();
        recorder != null;
        recorder = Recorders.before(recorder)) {
      Thread thread = recorder.thread();
      if (thread != null
          && thread.isAlive()
          && !recorder.isVirtual()
          && TreeCounts.bytes(recorder) < freeBytes() / MIN_FREE_SHARE) {
        running.put(recorder, TreeCounts.at(point, recorder));
      }
    }
  }

  private static long freeBytes() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  /** Forgets what was read, but for what the window has begun with. */
  public void forget() {
    if (counts != null) {
      counts.values().forEach(TreeCounts::free);
      counts = null;
    }
    freeAsked();
  }

  private void freeAsked() {
    if (asked != null) {
      asked.free();
      asked = null;
    }
  }

  /**
   * Begins anew with the moment that was read, in the middle of calls.
   *
   * @param seen the categories' statistics up to then
   * @param lost to probes up to then; null for nothing
   */
  public void begin(CategoryStatistics seen, @Nullable BudgetUse lost) {
    if (counts != null) {
      counts.forEach((recorder, now) -> recorder.setMark(mark, now));
      counts = null;
    }
    statistics = seen;
    pausesBefore = pausesRead;
    lostBefore = lost;
  }

  /** How many pauses of recording had begun when the window began. */
  int pausesBefore() {
    return pausesBefore;
  }

  /** What of this the window covers; null for nothing. */
  public @Nullable BudgetUse lostSince(@Nullable BudgetUse lost) {
    return lost == null || lostBefore == null ? lost : lost.since(lostBefore);
  }

  /** The recorders with events, the first made first. */
  List<ThreadRecorder> recorders() {
    List<ThreadRecorder> firstToLast = new ArrayList<>();
    for (ThreadRecorder recorder = Recorders.last();
        recorder != null;
        recorder = Recorders.before(recorder)) {
      TreeCounts read = counts == null ? null : counts.get(recorder);
      boolean isAskedFor = read == null && (counts == null || end != null);
      if (isAskedFor ? recorder.hasEvents() : read != null && read.hasNodes()) {
        firstToLast.add(recorder);
      }
    }
    Collections.reverse(firstToLast);
    return firstToLast;
  }

  /** What a recorder had counted when the window began; null for nothing. */
  @Nullable TreeCounts from(ThreadRecorder recorder) {
    return recorder.mark(mark);
  }

  /** What it has counted by the window's end; known until the next is asked for. */
  TreeCounts until(ThreadRecorder recorder) {
    TreeCounts read = counts == null ? null : counts.get(recorder);
    if (read != null) {
      return read;
    }
    freeAsked();
    TreeCounts now = end == null ? TreeCounts.of(recorder) : TreeCounts.at(end, recorder);
    asked = now;
    return now;
  }

  /** The categories' statistics up to the window's beginning. */
  CategoryStatistics statistics() {
    return statistics;
  }
}
