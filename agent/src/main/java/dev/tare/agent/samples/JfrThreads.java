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
 * The threads that samples are of, as JFR names them: platform threads by id, virtual ones by name,
 * and so many of those that have ended. For one thread at a time.
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
  private final SumsByName<Named> virtualThreads = new SumsByName<>();

  /** So many threads that have ended, and have no tree by themselves, are kept each by itself. */
  private final long maxEnded;

  /** The ids of these, and of those with a tree. */
  private final Set<Long> ended = new HashSet<>();

  /** The sums of others. */
  private final SumsByName<Named> endedThreads = new SumsByName<>();

  /** Names of the sums of ended virtual threads; null until they are asked for. */
  private @Nullable Set<String> sums;

  /**
   * A thread's samples, with what JFR says of the thread.
   *
   * @param hasClock whether the CPU time of its clock is what its samples are of
   */
  record Named(long id, String name, boolean virtual, boolean hasClock, SampledThread samples) {}

  /**
   * No threads yet.
   *
   * @param samples makes what a thread's samples go to
   * @param maxEnded how many ended threads without a tree are kept each by itself
   */
  JfrThreads(Supplier<SampledThread> samples, long maxEnded) {
    this.samples = samples;
    this.maxEnded = maxEnded;
  }

  /** A thread that used a period is listed, also where no sample of it was taken. */
  void list(Set<Long> ids) {
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
            threadId, id -> named(id, thread.getName(), false, !carrier));
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
    return platformThreads.computeIfAbsent(inPlaceOfId, id -> named(id, name, false, true)).samples;
  }

  /**
   * The thread of a recorder; null where it has no samples. Those of virtual threads are known by
   * the threads' folded names: they are the ended threads', if there are any of such a name. So are
   * those of ended platform threads that were too many.
   */
  @Nullable Named recordedBy(ThreadRecorder recorder) {
    if (!recorder.isVirtual()) {
      Named sum = recorder.isSum() ? endedThreads.named(recorder.nameAtStart()) : null;
      return sum == null ? platformThreads.get(recorder.threadId()) : sum;
    }
    String pattern = NameFolding.folded(recorder.nameAtStart());
    return recorder.isSum() || !sums().contains(pattern) ? virtualThreads.named(pattern) : null;
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
      return virtualThreads.sumFor(
              javaName == null ? "" : javaName,
              folded -> named(thread.getJavaThreadId(), folded, true, false))
          .samples;
    }
    String name = javaName == null ? thread.getOSName() : javaName;
    RecordedThreadGroup group = thread.getThreadGroup();
    boolean carrier = group != null && CARRIERS.equals(group.getName());
    return platformThreads.computeIfAbsent(
            thread.getJavaThreadId(), id -> named(id, name == null ? "" : name, false, !carrier))
        .samples;
  }

  private Named named(long id, String name, boolean virtual, boolean hasClock) {
    return new Named(id, name, virtual, hasClock, samples.get());
  }

  /** Threads of these ids have ended, and will have no more samples. */
  void end(List<Long> ids) {
    for (Long id : ids) {
      if (platformThreads.containsKey(id)) {
        ended.add(id);
      }
    }
  }

  /**
   * Takes out all that have ended, for {@link #sumFor}, but for those with a tree by themselves;
   * none where they are not too many.
   */
  List<Named> takeEnded() {
    List<Long> ids = ended.stream().filter(id -> Recorders.ofThread(id) == null).toList();
    if (ids.size() <= maxEnded) {
      return List.of();
    }
    ids.forEach(ended::remove);
    return ids.stream().map(platformThreads::remove).toList();
  }

  /** The samples of all ended threads of such a name. */
  SampledThread sumFor(Named thread) {
    return endedThreads.sumFor(thread.name, folded -> named(thread.id, folded, false, false))
        .samples;
  }

  /** All that are entered. */
  List<Named> all() {
    List<Named> all = new ArrayList<>(platformThreads.values());
    all.addAll(endedThreads.all());
    all.addAll(virtualThreads.all());
    return all;
  }
}
