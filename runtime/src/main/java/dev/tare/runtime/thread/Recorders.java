package dev.tare.runtime.thread;

import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.memory.TreeMemory;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * From a thread to its recorder, and all recorders of threads that are or were.
 *
 * <p>A probe looks into {@link #TABLE} at its thread's id, less the high bits, and takes what it
 * finds if the id is the thread's own. Ids are never reused, so a recorder of an ended thread can
 * stand there and do no harm. The id is read from the field: {@code Thread.getId()} can be
 * overridden, and would run the application's code inside a probe.
 *
 * <p>The table never grows: as a constant of the JIT compilers it saves each probe two loads and
 * two checks. Ids are given out one after the other, so 32,768 threads in a row do not collide; if
 * two busy threads do, each takes {@link #currentOnMiss} when the other was there last.
 *
 * <p>No locks: a virtual thread that waits for one may be taken off its carrier in the middle of a
 * probe, and where it is put on again, its mount probe asks here. Guarantees:
 *
 * <ol>
 *   <li>A recorder is added by the OS thread that runs its thread, so none is ever added twice.
 *   <li>New recorders come first, by compare and set; links behind them are changed by one remover
 *       alone. In a bucket the removed one's own link stays, so whoever walks on comes to the end.
 *   <li>Whoever walks along the list of all holds {@link EndedThreadMerger#LOCK}, as the remover
 *       does.
 * </ol>
 */
public final class Recorders {
  private static final int TABLE_LENGTH = 1 << 15;
  private static final int BUCKETS_LENGTH = 1 << 16;

  private static final long THREAD_ID = UnsafeAccess.UNSAFE.objectFieldOffset(Thread.class, "tid");

  /** A thread that the JVM attaches has none while it runs its own constructor (JDK 17). */
  private static final long NO_ID = 0;

  private static final long FIRST_OFFSET = UnsafeAccess.arrayConstant("ARRAY_OBJECT_BASE_OFFSET");
  private static final long OFFSET_STEP = UnsafeAccess.arrayConstant("ARRAY_OBJECT_INDEX_SCALE");

  /**
   * Takes the probes of threads that find no memory for a recorder, or have no id yet, several at
   * once: what it counts means nothing, but nothing breaks.
   */
  private static final ThreadRecorder DISCARDING_RECORDER = ThreadRecorder.withoutNodes();

  /** No entry is null: where no thread stands, there is a recorder of none. */
  private static final ThreadRecorder[] TABLE = emptyTable();

  /** The recorders of threads, by id; each the first of a chain. */
  private static final @Nullable ThreadRecorder[] BUCKETS = new ThreadRecorder[BUCKETS_LENGTH];

  /**
   * Whether {@link PendingSamples} takes recorders out of the table. Then the compilers must not
   * read the table once for all turns of a loop: an opaque read is the same instruction, and stays
   * in it.
   */
  private static final boolean CPU_SAMPLES = Settings.cpuSamples();

  /** In its one place, the first of the chain of all. */
  private static final @Nullable ThreadRecorder[] LAST = new ThreadRecorder[1];

  /** Whether a thread found no memory for a recorder. */
  private static volatile boolean threadWithout;

  /** If one did: when the next may look for memory, by {@link System#nanoTime}. */
  private static volatile long nextTryNanos;

  private Recorders() {}

  /** The current thread's recorder, made at its first event. */
  @ForceInline
  public static ThreadRecorder current() {
    long id = currentId();
    ThreadRecorder recorder = standingFor(id);
    return recorder.threadId == id ? recorder : currentOnMiss(id);
  }

  /** The current thread's id. */
  @ForceInline
  public static long currentId() {
    return id(Thread.currentThread());
  }

  /** The recorder of the thread with this id, or another's. */
  @ForceInline
  public static ThreadRecorder standingFor(long id) {
    return CPU_SAMPLES ? opaque(place(id)) : TABLE[place(id)];
  }

  /** A thread's id, whatever its class says of it. */
  @ForceInline
  public static long id(Thread thread) {
    return UnsafeAccess.UNSAFE.getLong(thread, THREAD_ID);
  }

  @ForceInline
  private static int place(long id) {
    return (int) id & (TABLE_LENGTH - 1);
  }

  @ForceInline
  private static ThreadRecorder opaque(int place) {
    return (ThreadRecorder) UnsafeAccess.UNSAFE.getReferenceOpaque(TABLE, offset(place));
  }

  /** The current thread's recorder, where the table has another's at its place. */
  @DontInline
  public static ThreadRecorder currentOnMiss(long id) {
    Thread thread = Thread.currentThread();
    ThreadRecorder recorder = whereThereIsMemory(thread);
    if (recorder == null) {
      return DISCARDING_RECORDER;
    }
    if (recorder.isInSection()) {
      return shadowWhereThereIsMemory(recorder);
    }
    TABLE[place(id)] = recorder;
    UnsafeAccess.UNSAFE.fullFence(); // see forgetAll
    RecordingPauses pauses = RecordingPauses.current();
    boolean isBeforePoint = recorder.catchUp(pauses);
    if (pauses.paused || isBeforePoint) {
      TABLE[place(id)] = DISCARDING_RECORDER; // The next probe has to come here, too.
    }
    if (CPU_SAMPLES) {
      ThreadRecorder clock = ofClock(thread, recorder);
      if (clock != null) {
        PendingSamples.record(recorder, clock);
      }
    }
    return recorder;
  }

  /** The recorder of the thread whose CPU clock runs for this one: its carrier's, or its own. */
  private static @Nullable ThreadRecorder ofClock(Thread thread, ThreadRecorder recorder) {
    Thread carrier = VirtualThreads.carrier(thread);
    return carrier == null ? recorder : whereThereIsMemory(carrier);
  }

  /** Lets the recorder's thread miss it at its next probe, which then asks why. */
  static void hide(ThreadRecorder recorder) {
    int place = place(recorder.threadId);
    if (opaque(place) == recorder) {
      TABLE[place] = DISCARDING_RECORDER;
    }
  }

  /** The recorder of the thread of this id; null where it never came to a probe. */
  public static @Nullable ThreadRecorder ofThread(long id) {
    ThreadRecorder recorder = first(BUCKETS, bucket(id));
    while (recorder != null && recorder.threadId != id) {
      recorder = recorder.nextInBucket;
    }
    return recorder;
  }

  /**
   * Lets each thread's next probe take the slow path. A thread enters itself in the table before it
   * looks for news, and news are published before this call: so either the thread sees them, or its
   * entry is removed here.
   */
  public static void forgetAll() {
    UnsafeAccess.UNSAFE.fullFence();
    for (int place = 0; place < TABLE_LENGTH; place++) {
      TABLE[place] = DISCARDING_RECORDER;
    }
  }

  /**
   * The recorder of the current thread itself, or of its carrier, never a shadow recorder; made
   * where there is none.
   */
  public static ThreadRecorder own(Thread current) {
    ThreadRecorder recorder = existing(current);
    return recorder == null ? add(current) : recorder;
  }

  /** The recorder of a thread, never its shadow recorder; null where there is none. */
  public static @Nullable ThreadRecorder existing(Thread thread) {
    long id = id(thread);
    ThreadRecorder recorder = TABLE[place(id)];
    if (recorder.threadId == id && !recorder.isShadow) {
      return recorder;
    }
    return ofThread(id);
  }

  private static int bucket(long id) {
    return (int) id & (BUCKETS_LENGTH - 1);
  }

  /**
   * As {@link #own}, or null out of memory or without an id. Not tried again before nine times as
   * long has passed as it took to fail: where the heap is full each try costs the application some
   * collections, and would be made at each of its probes.
   */
  public static @Nullable ThreadRecorder whereThereIsMemory(Thread thread) {
    ThreadRecorder recorder = existing(thread);
    if (recorder != null || id(thread) == NO_ID) {
      return recorder;
    }
    long start = System.nanoTime();
    if (threadWithout && start - nextTryNanos < 0) {
      return null;
    }
    try {
      return add(thread);
    } catch (OutOfMemoryError e) {
      TreeMemory.heapIsFull();
      long end = System.nanoTime();
      nextTryNanos = end + 9 * (end - start);
      threadWithout = true;
      return null;
    }
  }

  private static ThreadRecorder add(Thread thread) {
    ThreadRecorder recorder = new ThreadRecorder(thread, id(thread));
    if (recorder.threadId == NO_ID) {
      return recorder; // Of one section: others may have no id, too.
    }
    Thread carrier = VirtualThreads.carrier(thread);
    if (carrier != null) {
      ThreadRecorder ofCarrier = own(carrier);
      recorder.beginOn(ofCarrier, recorder.lastReading());
      ofCarrier.mounted = recorder;
      EndedThreadMerger.expectOne();
    } else {
      EndedThreadMerger.countOne();
    }
    TreeMemory.takeAnyway(recorder.memory()); // After what may find no memory.
    int bucket = bucket(recorder.threadId);
    do {
      recorder.nextInBucket = first(BUCKETS, bucket);
    } while (!setFirst(BUCKETS, bucket, recorder.nextInBucket, recorder));
    list(recorder);
    // A window that began before does not know the recorder, and must not get what passed until
    // now: on a crowded machine this thread may have had no processor for long.
    recorder.restartClock();
    // Behind that: what is told may be woven, and its probes find the recorder.
    ThreadStartListener.begun(recorder, carrier != null);
    return recorder;
  }

  /** Lets a recorder be found by those who ask for all. */
  static void list(ThreadRecorder recorder) {
    do {
      recorder.nextOfAll = first(LAST, 0);
    } while (!setFirst(LAST, 0, recorder.nextOfAll, recorder));
  }

  /** Lets the current thread, whose recorder this is, ask for its recorder at its next probe. */
  static void forget(ThreadRecorder recorder) {
    TABLE[place(recorder.threadId)] = DISCARDING_RECORDER;
  }

  private static ThreadRecorder shadowWhereThereIsMemory(ThreadRecorder recorder) {
    try {
      ThreadRecorder shadow = recorder.shadow();
      TABLE[place(recorder.threadId)] = shadow;
      return shadow;
    } catch (OutOfMemoryError e) {
      return DISCARDING_RECORDER; // What the shadow would have taken is in no profile.
    }
  }

  /**
   * Takes the recorders of ended threads out, and returns them, linked by {@link #before}. For
   * {@link EndedThreadMerger} alone.
   *
   * @param others whether also of threads that are not virtual
   */
  static @Nullable ThreadRecorder removeEnded(boolean others) {
    ThreadRecorder removed = null;
    ThreadRecorder kept = null;
    ThreadRecorder recorder = first(LAST, 0);
    while (recorder != null) {
      ThreadRecorder before = recorder.nextOfAll;
      if ((others || recorder.isVirtual()) && recorder.hasEnded()) {
        kept = unlist(recorder, kept);
        removeFromTables(recorder);
        recorder.nextOfAll = removed;
        removed = recorder;
      } else {
        kept = recorder;
      }
      recorder = before;
    }
    return removed;
  }

  /** Lists again what {@link #removeEnded} returned; the first of it will be returned last. */
  static void listAgain(ThreadRecorder removed) {
    ThreadRecorder rest = removed.nextOfAll;
    while (rest != null) {
      ThreadRecorder next = rest.nextOfAll;
      list(rest);
      rest = next;
    }
    list(removed);
  }

  /**
   * Takes a recorder out of the list, and returns the one right before it, null for none: from
   * there the next is found, without a walk past all that came meanwhile.
   *
   * @param after a recorder that comes before it in the list; null where only newer ones do
   */
  private static @Nullable ThreadRecorder unlist(
      ThreadRecorder recorder, @Nullable ThreadRecorder after) {
    if (after == null && setFirst(LAST, 0, recorder, recorder.nextOfAll)) {
      return null;
    }
    ThreadRecorder link = after == null ? first(LAST, 0) : after;
    while (link != null && link.nextOfAll != recorder) {
      link = link.nextOfAll; // Newer ones have come before it.
    }
    if (link != null) {
      link.nextOfAll = recorder.nextOfAll;
    }
    return link;
  }

  private static void removeFromTables(ThreadRecorder recorder) {
    int bucket = bucket(recorder.threadId);
    if (!setFirst(BUCKETS, bucket, recorder, recorder.nextInBucket)) {
      ThreadRecorder link = first(BUCKETS, bucket);
      while (link != null && link.nextInBucket != recorder) {
        link = link.nextInBucket;
      }
      if (link != null) {
        link.nextInBucket = recorder.nextInBucket;
      }
    }
    if (TABLE[place(recorder.threadId)] == recorder) {
      TABLE[place(recorder.threadId)] = DISCARDING_RECORDER;
    }
  }

  /** How many threads that are no virtual ones have ended, and are listed each by itself. */
  static int endedPlatformThreads() {
    int count = 0;
    for (ThreadRecorder recorder = first(LAST, 0);
        recorder != null;
        recorder = recorder.nextOfAll) {
      count += !recorder.isVirtual() && recorder.hasEnded() ? 1 : 0;
    }
    return count;
  }

  /** Whether there was a thread whose calls were not recorded, for want of memory. */
  public static boolean threadWentWithout() {
    return threadWithout;
  }

  private static @Nullable ThreadRecorder first(@Nullable ThreadRecorder[] chains, int chain) {
    return (ThreadRecorder) UnsafeAccess.UNSAFE.getReferenceAcquire(chains, offset(chain));
  }

  /** False where another had come before. */
  private static boolean setFirst(
      @Nullable ThreadRecorder[] chains,
      int chain,
      @Nullable ThreadRecorder expected,
      @Nullable ThreadRecorder first) {
    return UnsafeAccess.UNSAFE.compareAndSetReference(chains, offset(chain), expected, first);
  }

  private static long offset(int chain) {
    return FIRST_OFFSET + chain * OFFSET_STEP;
  }

  private static ThreadRecorder[] emptyTable() {
    ThreadRecorder[] empty = new ThreadRecorder[TABLE_LENGTH];
    for (int i = 0; i < TABLE_LENGTH; i++) {
      empty[i] = DISCARDING_RECORDER;
    }
    return empty;
  }

  /**
   * The recorder made last, from which {@link #before} leads to all others; null where there is
   * none.
   */
  public static @Nullable ThreadRecorder last() {
    return first(LAST, 0);
  }

  /** The recorder made before this one. */
  public static @Nullable ThreadRecorder before(ThreadRecorder recorder) {
    return recorder.nextOfAll;
  }
}
