package dev.tare.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * From a thread to its recorder, and all recorders that ever were.
 *
 * <p>A probe looks into {@link #TABLE} at its thread's id, less the high bits, and takes what it
 * finds if the id is the thread's own. Ids are never reused, so a recorder of an ended thread can
 * stand there and do no harm. The id is read from the field: {@code Thread.getId()} can be
 * overridden, and would run the application's code inside a probe.
 *
 * <p>The table never grows: as a constant of the JIT compilers it saves each probe two loads and
 * two checks. Ids are given out one after the other, so 32,768 threads in a row do not collide; of
 * two busy ones that do, each takes {@link #currentOnMiss} when the other was there last.
 */
public final class Recorders {
  private static final int TABLE_LENGTH = 1 << 15;

  private static final long THREAD_ID =
      ThreadRecorder.UNSAFE.objectFieldOffset(Thread.class, "tid");

  /** No entry is null: where no thread stands, there is a recorder of none. */
  private static final ThreadRecorder[] TABLE = emptyTable();

  private static @Nullable ThreadRecorder[] buckets = new ThreadRecorder[1 << 8];
  private static int recorderCount;
  private static volatile @Nullable ThreadRecorder last;

  private Recorders() {}

  /** The current thread's recorder, made at its first event. */
  @ForceInline
  static ThreadRecorder current() {
    long id = ThreadRecorder.UNSAFE.getLong(Thread.currentThread(), THREAD_ID);
    ThreadRecorder recorder = TABLE[place(id)];
    return recorder.threadId == id ? recorder : currentOnMiss(id);
  }

  @ForceInline
  private static int place(long id) {
    return (int) id & (TABLE_LENGTH - 1);
  }

  @DontInline
  private static ThreadRecorder currentOnMiss(long id) {
    // A thread's first reading may wait for its counter: not in the lock that all others need.
    Reading.now();
    return lookUp(id);
  }

  private static synchronized ThreadRecorder lookUp(long id) {
    ThreadRecorder recorder = findOrAdd(Thread.currentThread(), id);
    recorder = recorder.standIn == null ? recorder : recorder.standIn;
    TABLE[place(id)] = recorder;
    return recorder;
  }

  /** The recorder of the current thread itself, never its stand-in; made where there is none. */
  static synchronized ThreadRecorder own(Thread current) {
    return findOrAdd(current, ThreadRecorder.UNSAFE.getLong(current, THREAD_ID));
  }

  /**
   * Lets the stand-in take the recorder's probes, or, where it is null, the recorder itself again.
   */
  static synchronized void replace(ThreadRecorder recorder, @Nullable ThreadRecorder standIn) {
    recorder.standIn = standIn;
    TABLE[place(recorder.threadId)] = standIn == null ? recorder : standIn;
  }

  private static ThreadRecorder findOrAdd(Thread thread, long id) {
    ThreadRecorder recorder = buckets[(int) id & (buckets.length - 1)];
    while (recorder != null && recorder.threadId != id) {
      recorder = recorder.nextInBucket;
    }
    return recorder == null ? add(thread, id) : recorder;
  }

  private static ThreadRecorder add(Thread thread, long id) {
    ThreadRecorder recorder = new ThreadRecorder(thread, id);
    if (recorderCount == buckets.length) {
      widenBuckets();
    }
    recorderCount++;
    int bucket = (int) id & (buckets.length - 1);
    recorder.nextInBucket = buckets[bucket];
    buckets[bucket] = recorder;
    recorder.nextOfAll = last;
    last = recorder;
    return recorder;
  }

  private static void widenBuckets() {
    @Nullable ThreadRecorder[] wider = new ThreadRecorder[buckets.length * 2];
    for (ThreadRecorder recorder = last; recorder != null; recorder = recorder.nextOfAll) {
      int bucket = (int) recorder.threadId & (wider.length - 1);
      recorder.nextInBucket = wider[bucket];
      wider[bucket] = recorder;
    }
    buckets = wider;
  }

  private static ThreadRecorder[] emptyTable() {
    ThreadRecorder nobody = new ThreadRecorder(Thread.currentThread(), -1);
    ThreadRecorder[] empty = new ThreadRecorder[TABLE_LENGTH];
    for (int i = 0; i < TABLE_LENGTH; i++) {
      empty[i] = nobody;
    }
    return empty;
  }

  /**
   * The recorder made last, from which {@link #before} leads to all others; null where there is
   * none.
   */
  public static @Nullable ThreadRecorder last() {
    return last;
  }

  /** The recorder made before this one. */
  public static @Nullable ThreadRecorder before(ThreadRecorder recorder) {
    return recorder.nextOfAll;
  }
}
