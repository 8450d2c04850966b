package dev.tare.agent.samples;

import dev.tare.agent.budget.LookPauses;
import dev.tare.agent.options.SamplingRate;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.thread.PendingSamples;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
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

  /** Between looks at all clocks. The first are slow, since nothing is compiled yet. */
  private static final LookPauses PAUSES = new LookPauses(0, 200, 250_000_000);

  private static final long BUSY_LOOK_SHARE = 100;
  private static final long MAX_IDLE_PAUSE_NANOS = 100_000_000;

  /**
   * Busy threads are looked at more often than once a period, where that is cheap: what comes due
   * in a thread that goes to sleep before it is seen is charged to the method that it sleeps in.
   */
  private static final long MIN_TURN_NANOS = 1_000_000;

  /** A thread that used more than a part in so many of the time between two looks is busy. */
  private static final long BUSY_SHARE = 10;

  private final ThreadClocks clocks;
  private final ThreadExitClocks lastClocks;
  private final SamplingRate rate;
  private final Map<Long, Account> accounts = new HashMap<>();
  private long[] busy = {};
  private List<Long> busyNext = new ArrayList<>();
  private long lastLookAtAllNanos;
  private long sinceLookNanos;
  private boolean isHeld;
  private @Nullable Thread watcher;
  private volatile boolean isOn;

  /** A sampler that has not begun. Probes must have been told by {@code freezeCpuSamples}. */
  public ProbeSampler(SamplingRate rate) {
    this.clocks = ThreadClocks.find().orElseThrow();
    this.lastClocks = new ThreadExitClocks(clocks::ownNanos, () -> isOn);
    this.rate = rate;
    lastClocks.listen();
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

    /** {@link #withoutTree} at the moment that is held, and when windows began. */
    long heldWithoutTree;

    private final long[] markWithoutTree = new long[ThreadRecorder.MARKS];

    Account(long phaseNanos) {
      this.phaseNanos = phaseNanos;
    }

    boolean hasTree() {
      return recorder != null && recorder.hasEvents();
    }

    /**
     * Samples that are in no tree of this thread's. What a carrier's virtual threads have recorded
     * is theirs.
     */
    long withoutTree() {
      return outside + (recorder == null || hasTree() ? 0 : recorder.samplesWaiting());
    }

    /**
     * Lets go of a tree that was added up with others, as what it is: the sum has it from now on.
     */
    void forgetTree() {
      if (!isRunning && recorder != null && Recorders.ofThread(recorder.threadId()) != recorder) {
        recorder = null;
      }
    }

    /**
     * Whether the time is not the application's: a thread of the agent, or the one in which the JVM
     * ends, whose clock goes on from the main thread's.
     */
    boolean isNobodys() {
      return name != null && (ProfilerThreads.isOne(name) || name.equals("DestroyJavaVM"));
    }
  }

  @Override
  public void begin() {
    clocks.beginAnew();
    lookAtAll();
    isOn = true;
    if (watcher == null) {
      watcher = ProfilerThreads.daemon("tare-clocks", this::run);
      watcher.start();
    } else {
      LockSupport.unpark(watcher);
    }
  }

  @Override
  public void pause() {
    isOn = false;
    lookAtAll();
  }

  private void run() {
    ProfilerSection.begin();
    long pause = rate.periodNanos();
    long nextLookAtAll = System.nanoTime() + pause;
    long lastOwn = clocks.ownNanos();
    LookPauses turns = new LookPauses(MIN_TURN_NANOS, BUSY_LOOK_SHARE, rate.periodNanos());
    long turn = rate.periodNanos();
    while (true) {
      if (!isOn) {
        LockSupport.park();
        continue;
      }
      LockSupport.parkNanos(busy.length > 0 ? turn : nextLookAtAll - System.nanoTime());
      long now = System.nanoTime();
      boolean all = now >= nextLookAtAll;
      lookIfOn(all);
      long own = clocks.ownNanos();
      long cost = own - lastOwn; // waking up is part of it
      lastOwn = own;
      if (all) {
        long longest = Math.max(MAX_IDLE_PAUSE_NANOS, rate.periodNanos());
        pause = busy.length > 0 ? rate.periodNanos() : Math.min(2 * pause, longest);
        nextLookAtAll = now + Math.max(pause, PAUSES.after(cost));
      } else {
        turn = turns.after(cost);
      }
    }
  }

  /** A look after {@link #pause} would count what is nobody's. */
  private synchronized void lookIfOn(boolean atAll) {
    if (isOn && atAll) {
      lookAtAll();
    } else if (isOn) {
      look(() -> clocks.lookAt(busy, this::look));
    }
  }

  private synchronized void lookAtAll() {
    for (Account account : accounts.values()) {
      account.isRunning = false;
    }
    look(() -> clocks.lookAtAll(this::look));
    for (ThreadExitClocks.End end = lastClocks.next(); end != null; end = lastClocks.next()) {
      look(end);
    }
    clocks.forgetEnded(accounts.keySet());
    accounts.values().forEach(Account::forgetTree);
    accounts
        .values()
        .removeIf(account -> !account.isRunning && account.due == 0 && account.recorder == null);
  }

  private void look(Runnable visit) {
    long now = System.nanoTime();
    sinceLookNanos = now - lastLookAtAllNanos;
    lastLookAtAllNanos = now;
    busyNext = new ArrayList<>();
    visit.run();
    busy = busyNext.stream().mapToLong(Long::longValue).toArray();
  }

  /** The last look at a thread that has ended. */
  private void look(ThreadExitClocks.End end) {
    look(clocks.end(end.threadId(), end.nanos()));
    Account account = accounts.get(end.threadId());
    if (account != null && account.name == null) {
      account.name = end.name();
    }
  }

  private void look(ThreadClocks.Clock clock) {
    Account account =
        accounts.computeIfAbsent(
            clock.threadId,
            id -> new Account(ThreadLocalRandom.current().nextLong(rate.periodNanos())));
    account.isRunning = clock.isRunning();
    if (account.isRunning && clock.usedNanos() * BUSY_SHARE > sinceLookNanos) {
      busyNext.add(clock.threadId);
    }
    long dueBefore = account.due;
    account.due = (clock.nanos() + account.phaseNanos) / rate.periodNanos();
    ThreadRecorder recorder = account.recorder;
    if (recorder == null) {
      recorder = Recorders.ofThread(clock.threadId);
      account.recorder = recorder;
      account.outside = recorder == null ? account.due : dueBefore;
    }
    if (recorder != null) {
      PendingSamples.raise(recorder, (int) (account.due - account.outside));
    }
    if (account.name == null && account.due > 0) {
      account.name = clocks.name(clock.threadId);
    }
  }

  @Override
  public String description() {
    return SOURCE + " " + rate.shown();
  }

  @Override
  public void finish() {
    if (isOn) {
      pause();
    }
  }

  @Override
  public synchronized void hold() {
    if (isOn) {
      lookAtAll();
    }
    clocks.hold();
    accounts.values().forEach(account -> account.heldWithoutTree = account.withoutTree());
    isHeld = true;
  }

  @Override
  public synchronized void begin(int mark) {
    clocks.begin(mark);
    accounts.values().forEach(account -> account.markWithoutTree[mark] = account.heldWithoutTree);
  }

  @Override
  public synchronized void release() {
    clocks.release();
    isHeld = false;
  }

  @Override
  public synchronized long count() {
    return accounts.values().stream().mapToLong(account -> account.due).sum();
  }

  /** Since a window began; a carrier's may have become a virtual thread's meanwhile. */
  private long withoutTree(Account account, int mark) {
    long now = isHeld ? account.heldWithoutTree : account.withoutTree();
    return Math.max(0, now - account.markWithoutTree[mark]);
  }

  @Override
  public synchronized CpuSamples of(
      ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods) {
    CallTree tree = onNodes.get();
    Account account =
        recorder.isVirtual() || recorder.isSum() ? null : accounts.get(recorder.threadId());
    if (account == null) {
      return samples(tree, CpuSamples.UNKNOWN);
    }
    return samples(
        plusAtRoot(tree, withoutTree(account, mark)), clocks.nanos(recorder.threadId(), mark));
  }

  private CpuSamples samples(CallTree tree, long cpuNanos) {
    return new CpuSamples(
        SOURCE,
        CpuSamples.CPU_TIME,
        rate.periodNanos(),
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
    CallTreeBuilder sum = new CallTreeBuilder();
    for (int node = 0; node < tree.size(); node++) {
      if (node > 0) {
        sum.add(tree.parent(node), tree.method(node));
      }
      sum.samples(node, tree.samples(node));
    }
    return sum.samples(0, tree.samples(0) + samples).build();
  }

  @Override
  public synchronized List<ThreadProfile> others(int mark, MethodIndexes methods) {
    List<ThreadProfile> others = new ArrayList<>();
    accounts.forEach(
        (id, account) -> {
          long samples = withoutTree(account, mark);
          if (samples > 0 && !account.hasTree() && !account.isNobodys()) {
            CallTree root = new CallTreeBuilder().samples(0, samples).build();
            others.add(
                new ThreadProfile(
                    id,
                    account.name == null ? "" : account.name,
                    false,
                    account.isRunning,
                    0,
                    new CallTreeBuilder().calls(0, 1).build(),
                    samples(
                        root,
                        account.outside == account.due
                            ? clocks.nanos(id, mark)
                            : CpuSamples.UNKNOWN)));
          }
        });
    others.sort(Comparator.comparingLong(ThreadProfile::id));
    return others;
  }
}
