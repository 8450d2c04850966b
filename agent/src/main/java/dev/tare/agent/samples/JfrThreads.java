package dev.tare.agent.samples;

import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.NameFolding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;
import org.jspecify.annotations.Nullable;

/**
 * The threads that samples are of, as JFR names them: platform threads by id, virtual ones by name.
 * For one thread at a time.
 */
final class JfrThreads {
  /** The group of the threads that carry virtual ones, and whose clocks run for those. */
  private static final String CARRIERS = "CarrierThreads";

  /** Goes on with the main thread's clock, whose time is the main thread's already. */
  private static final String JVM_END = "DestroyJavaVM";

  /** In place of an id: samples of which JFR does not say whose they are. */
  private static final long UNKNOWN = 0;

  private final Supplier<SampledThread> samples;
  private final Map<Long, Named> platformThreads = new HashMap<>();
  private final Map<String, Named> virtualThreads = new HashMap<>();

  /** Names of the sums of ended virtual threads; null until they are asked for. */
  private @Nullable Set<String> sums;

  /** A thread's samples, with what JFR says of the thread. */
  record Named(long id, String name, boolean virtual, boolean carrier, SampledThread samples) {
    /** Whether the CPU time of its clock is what its samples are of. */
    boolean hasClock() {
      return !virtual && !carrier;
    }
  }

  /**
   * No threads yet.
   *
   * @param samples makes what a thread's samples go to
   */
  JfrThreads(Supplier<SampledThread> samples) {
    this.samples = samples;
  }

  /** A thread that used a period is listed, also where no sample of it was taken. */
  void list(List<Long> ids) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads =
        new Thread[2 * group.activeCount()]; // an estimate; who is missed is met again
    int count = group.enumerate(threads);
    for (Thread thread : Arrays.copyOf(threads, count)) {
      long threadId = Recorders.id(thread);
      if (ids.contains(threadId) && !thread.getName().equals(JVM_END)) {
        ThreadGroup own = thread.getThreadGroup(); // null: it has ended
        boolean carrier = own != null && CARRIERS.equals(own.getName());
        platformThreads.computeIfAbsent(
            threadId, id -> named(id, thread.getName(), false, carrier));
      }
    }
  }

  /** The ids of platform threads that are entered. */
  Set<Long> platformIds() {
    return Set.copyOf(platformThreads.keySet());
  }

  /** Whether a platform thread is entered. */
  boolean has(long id) {
    return platformThreads.containsKey(id);
  }

  /** The samples of threads that are not told apart, by what stands in place of an id. */
  SampledThread noneInParticular(long inPlaceOfId, String name) {
    return platformThreads.computeIfAbsent(inPlaceOfId, id -> named(id, name, false, false))
        .samples;
  }

  /**
   * The thread of a recorder; null where it has no samples. Those of virtual threads are known by
   * the threads' folded names: they are the ended threads', if there are any of such a name.
   */
  @Nullable Named recordedBy(ThreadRecorder recorder) {
    if (!recorder.isVirtual()) {
      return platformThreads.get(recorder.threadId());
    }
    String pattern = NameFolding.folded(recorder.nameAtStart());
    return recorder.isSum() || !sums().contains(pattern) ? virtualThreads.get(pattern) : null;
  }

  private Set<String> sums() {
    Set<String> names = sums;
    if (names == null) {
      names = new HashSet<>();
      for (ThreadRecorder recorder = Recorders.last();
          recorder != null;
          recorder = Recorders.before(recorder)) {
        if (recorder.isVirtual() && recorder.isSum()) {
          names.add(recorder.nameAtStart());
        }
      }
      sums = names;
    }
    return names;
  }

  /** Looks for sums anew, in the next profile. */
  void forgetSums() {
    sums = null;
  }

  /**
   * The samples of a thread, which is entered where it is new; null for one that JFR does not know.
   */
  SampledThread of(@Nullable RecordedThread thread) {
    if (thread == null) {
      return noneInParticular(UNKNOWN, "(unknown)");
    }
    String javaName = thread.getJavaName();
    boolean virtual = thread.hasField("virtual") && thread.getBoolean("virtual");
    if (virtual) {
      String pattern = javaName == null ? "" : NameFolding.folded(javaName);
      return virtualThreads.computeIfAbsent(
              pattern, name -> named(thread.getJavaThreadId(), name, true, false))
          .samples;
    }
    String name = javaName == null ? thread.getOSName() : javaName;
    RecordedThreadGroup group = thread.getThreadGroup();
    boolean carrier = group != null && CARRIERS.equals(group.getName());
    return platformThreads.computeIfAbsent(
            thread.getJavaThreadId(), id -> named(id, name == null ? "" : name, false, carrier))
        .samples;
  }

  private Named named(long id, String name, boolean virtual, boolean carrier) {
    return new Named(id, name, virtual, carrier, samples.get());
  }

  /** All that are entered. */
  List<Named> all() {
    List<Named> all = new ArrayList<>(platformThreads.values());
    all.addAll(virtualThreads.values());
    return all;
  }
}
