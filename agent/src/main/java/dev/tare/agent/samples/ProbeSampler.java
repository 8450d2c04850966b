package dev.tare.agent.samples;

import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.AgentWork;
import dev.tare.runtime.Recorders;
import dev.tare.runtime.SampleDue;
import dev.tare.runtime.ThreadRecorder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples that woven code takes of itself. A thread of the agent reads the CPU clocks of all
 * threads, and raises the count of each that has used another period; the thread's next probe
 * charges its open node. No signal, and nobody walks a stack.
 *
 * <p>Threads that use their processor are looked at once a period at least. All the others only so
 * often that this takes a small part of one processor, however many they are: what they used
 * meanwhile is charged all the same, all at once.
 */
public final class ProbeSampler implements CpuSampler {
  private static final String SOURCE = "CPU clocks and probes";

  /** All clocks together take one part in so many of the time. */
  private static final long LOOK_SHARE = 200;

  private static final long BUSY_LOOK_SHARE = 100;
  private static final long LONGEST_PAUSE_NANOS = 100_000_000;

  /** The first looks are slow, since nothing is compiled yet. */
  private static final long MOST_PAUSE_NANOS = 250_000_000;

  /**
   * Busy threads are looked at more often than once a period, where that is cheap: what comes due
   * in a thread that goes to sleep before it is seen is charged to the method that it sleeps in.
   */
  private static final long SHORTEST_TURN_NANOS = 1_000_000;

  /** A thread that used more than a part in so many of the time between two looks is busy. */
  private static final long BUSY_SHARE = 10;

  private final ThreadClocks clocks;
  private final SamplePace pace;
  private final Map<Long, Account> accounts = new HashMap<>();
  private long[] busy = {};
  private List<Long> busyNext = new ArrayList<>();
  private long lastLookAtAllNanos;
  private long sinceLookNanos;
  private volatile boolean isFinished;

  private ProbeSampler(ThreadClocks clocks, SamplePace pace) {
    this.clocks = clocks;
    this.pace = pace;
  }

  /** What has come due of one thread. */
  private static final class Account {
    /**
     * Where in a period the thread begins: chosen by chance, so that a thread of half a period is
     * sampled every second time and not never.
     */
    final long phaseNanos;

    /** Set at the thread's first probe. */
    @Nullable ThreadRecorder recorder;

    /** Samples before that: of code that is not woven. */
    long outside;

    long due;
    @Nullable String name;
    boolean isRunning = true;

    Account(long phaseNanos) {
      this.phaseNanos = phaseNanos;
    }

    /**
     * Whether the time is not the application's: a thread of the agent, or the one in which the JVM
     * ends, whose clock goes on from the main thread's.
     */
    boolean isNobodys() {
      return name != null && (name.startsWith("tare-") || name.equals("DestroyJavaVM"));
    }
  }

  /** Samples from here on. Probes must have been told by {@code Settings.freezeCpuSamples}. */
  public static ProbeSampler start(SamplePace pace) {
    ProbeSampler sampler = new ProbeSampler(ThreadClocks.find().orElseThrow(), pace);
    sampler.lookAtAll();
    Thread thread = new Thread(null, sampler::run, "tare-clocks", 0, false);
    thread.setDaemon(true);
    thread.start();
    return sampler;
  }

  private void run() {
    AgentWork.begin();
    long pause = pace.periodNanos();
    long nextLookAtAll = System.nanoTime() + pause;
    long lastOwn = clocks.ownNanos();
    long turn = pace.periodNanos();
    while (!isFinished) {
      LockSupport.parkNanos(busy.length > 0 ? turn : nextLookAtAll - System.nanoTime());
      long now = System.nanoTime();
      boolean all = now >= nextLookAtAll;
      if (all) {
        lookAtAll();
      } else {
        lookAtBusy();
      }
      long own = clocks.ownNanos();
      long cost = own - lastOwn; // waking up is part of it
      lastOwn = own;
      if (all) {
        long longest = Math.max(LONGEST_PAUSE_NANOS, pace.periodNanos());
        pause = busy.length > 0 ? pace.periodNanos() : Math.min(2 * pause, longest);
        nextLookAtAll = now + Math.max(pause, Math.min(LOOK_SHARE * cost, MOST_PAUSE_NANOS));
      } else {
        turn = Math.min(pace.periodNanos(), Math.max(SHORTEST_TURN_NANOS, BUSY_LOOK_SHARE * cost));
      }
    }
  }

  private synchronized void lookAtAll() {
    for (Account account : accounts.values()) {
      account.isRunning = false;
    }
    look(() -> clocks.lookAtAll(this::look));
    clocks.forgetEnded(accounts.keySet());
    accounts.values().removeIf(account -> !account.isRunning && account.due == 0);
  }

  private synchronized void lookAtBusy() {
    look(() -> clocks.lookAt(busy, this::look));
  }

  private void look(Runnable visit) {
    long now = System.nanoTime();
    sinceLookNanos = now - lastLookAtAllNanos;
    lastLookAtAllNanos = now;
    busyNext = new ArrayList<>();
    visit.run();
    busy = busyNext.stream().mapToLong(Long::longValue).toArray();
  }

  private void look(ThreadClocks.Clock clock) {
    Account account =
        accounts.computeIfAbsent(
            clock.threadId,
            id -> new Account(ThreadLocalRandom.current().nextLong(pace.periodNanos())));
    account.isRunning = clock.isRunning();
    if (account.isRunning && clock.usedNanos() * BUSY_SHARE > sinceLookNanos) {
      busyNext.add(clock.threadId);
    }
    long dueBefore = account.due;
    account.due = (clock.nanos() + account.phaseNanos) / pace.periodNanos();
    ThreadRecorder recorder = account.recorder;
    if (recorder == null) {
      recorder = Recorders.ofThread(clock.threadId);
      account.recorder = recorder;
      account.outside = recorder == null ? account.due : dueBefore;
    }
    if (recorder != null) {
      SampleDue.raise(recorder, (int) (account.due - account.outside));
    }
    if (account.name == null && account.due > 0) {
      account.name = clocks.name(clock.threadId);
    }
  }

  @Override
  public String description() {
    return SOURCE + " every " + pace.setting();
  }

  @Override
  public void finish() {
    isFinished = true;
    lookAtAll();
  }

  @Override
  public synchronized CpuSamples of(
      ThreadRecorder recorder, Supplier<CallTree> onNodes, MethodIndexes methods) {
    CallTree tree = onNodes.get();
    Account account = recorder.isVirtual() ? null : accounts.get(recorder.threadId());
    if (account == null) {
      return samples(tree, CpuSamples.UNKNOWN);
    }
    return samples(plusAtRoot(tree, account.outside), clocks.nanos(recorder.threadId()));
  }

  private CpuSamples samples(CallTree tree, long cpuNanos) {
    return new CpuSamples(
        SOURCE,
        CpuSamples.CPU_TIME,
        pace.periodNanos(),
        cpuNanos,
        tree.samplesSum(),
        0,
        0,
        0,
        tree);
  }

  private static CallTree plusAtRoot(CallTree tree, long samples) {
    if (samples == 0) {
      return tree;
    }
    CallTree.Builder sum = new CallTree.Builder();
    for (int node = 0; node < tree.size(); node++) {
      if (node > 0) {
        sum.add(tree.parent(node), tree.method(node));
      }
      sum.samples(node, tree.samples(node));
    }
    return sum.samples(0, tree.samples(0) + samples).build();
  }

  @Override
  public synchronized List<ThreadProfile> others(MethodIndexes methods) {
    List<ThreadProfile> others = new ArrayList<>();
    accounts.forEach(
        (id, account) -> {
          ThreadRecorder recorder = account.recorder;
          boolean hasTree = recorder != null && recorder.hasEvents();
          // What a carrier's virtual threads have recorded is theirs.
          long samples = account.outside + (recorder == null ? 0 : recorder.samplesWaiting());
          if (samples > 0 && !hasTree && !account.isNobodys()) {
            CallTree root = new CallTree.Builder().samples(0, samples).build();
            others.add(
                new ThreadProfile(
                    id,
                    account.name == null ? "" : account.name,
                    false,
                    account.isRunning,
                    0,
                    new CallTree.Builder().calls(0, 1).build(),
                    samples(root, recorder == null ? clocks.nanos(id) : CpuSamples.UNKNOWN)));
          }
        });
    others.sort(Comparator.comparingLong(ThreadProfile::id));
    return others;
  }
}
