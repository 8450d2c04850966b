package dev.tare.agent.samples;

import dev.tare.agent.budget.LookPauses;
import dev.tare.agent.options.SamplingRate;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.thread.EndedThreadMerger;
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
import java.util.stream.Stream;
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
  private final Map<Long, ThreadAccount> accounts = new HashMap<>();

  /** So many accounts of threads that have ended, and have no tree by themselves, are kept. */
  private final long maxEnded;

  /** What others had in no tree. */
  private final SumsByName<ThreadAccount> sums = new SumsByName<>();

  private long[] busy = {};
  private List<Long> busyNext = new ArrayList<>();
  private long lastLookAtAllNanos;
  private long sinceLookNanos;
  private boolean isHeld;
  private @Nullable Thread watcher;
  private volatile boolean isOn;

  /** A sampler that has not begun. Probes must have been told by {@code freezeCpuSamples}. */
  public ProbeSampler(SamplingRate rate) {
    this(rate, EndedThreadMerger.MAX_KEPT, ThreadClocks.find().orElseThrow());
  }

  ProbeSampler(SamplingRate rate, long maxEnded, ThreadClocks clocks) {
    this.maxEnded = maxEnded;
    this.clocks = clocks;
    this.lastClocks = new ThreadExitClocks(clocks::ownNanos, () -> isOn);
    this.rate = rate;
    lastClocks.listen();
  }

  @Override
  public void begin() {
    lookAtAll();
    clocks.resume();
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
    clocks.pause();
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
      try {
        lookIfOn(all);
      } catch (OutOfMemoryError e) {
        // The next look sees all that this one did not.
      }
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
    for (ThreadAccount account : accounts.values()) {
      account.isRunning = false;
    }
    look(() -> clocks.lookAtAll(this::look));
    for (ThreadExitClocks.End end = lastClocks.next(); end != null; end = lastClocks.next()) {
      look(end);
    }
    accounts.values().forEach(ThreadAccount::forgetTree);
    accounts.values().removeIf(account -> account.isOver() && account.due == 0);
    if (accounts.values().stream().filter(ThreadAccount::isOver).count() > maxEnded) {
      accounts.values().stream().filter(ThreadAccount::isOver).forEach(this::addToSum);
      accounts.values().removeIf(ThreadAccount::isOver);
    }
    clocks.forgetEnded(accounts.keySet());
  }

  private void addToSum(ThreadAccount account) {
    clocks.forget(account.threadId);
    String name = account.name == null ? "" : account.name;
    sums.sumFor(name, folded -> ThreadAccount.sum(account.threadId, folded)).addAll(account);
  }

  private Stream<ThreadAccount> all() {
    return Stream.concat(accounts.values().stream(), sums.all().stream());
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
    ThreadAccount account = accounts.get(end.threadId());
    if (account != null && account.name == null) {
      account.name = end.name();
    }
  }

  private void look(ThreadClocks.Clock clock) {
    ThreadAccount account =
        accounts.computeIfAbsent(
            clock.threadId,
            id -> new ThreadAccount(id, ThreadLocalRandom.current().nextLong(rate.periodNanos())));
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
    all().forEach(account -> account.heldWithoutTree = account.withoutTree());
    isHeld = true;
  }

  @Override
  public synchronized void begin(int mark) {
    clocks.begin(mark);
    all().forEach(account -> account.markWithoutTree[mark] = account.heldWithoutTree);
  }

  @Override
  public synchronized void release() {
    clocks.release();
    isHeld = false;
  }

  @Override
  public synchronized long count() {
    return all().mapToLong(account -> account.due).sum();
  }

  /** Since a window began; a carrier's may have become a virtual thread's meanwhile. */
  private long withoutTree(ThreadAccount account, int mark) {
    long now = isHeld ? account.heldWithoutTree : account.withoutTree();
    return Math.max(0, now - account.markWithoutTree[mark]);
  }

  @Override
  public synchronized CpuSamples of(
      ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods) {
    CallTree tree = onNodes.get();
    ThreadAccount account =
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
    all()
        .forEach(
            account -> {
              long samples = withoutTree(account, mark);
              if (samples > 0 && !account.hasTree() && !account.isNobodys()) {
                others.add(profile(account, samples, mark));
              }
            });
    others.sort(Comparator.comparingLong(ThreadProfile::id));
    return others;
  }

  private ThreadProfile profile(ThreadAccount account, long samples, int mark) {
    return new ThreadProfile(
        account.threadId,
        account.name == null ? "" : account.name,
        false,
        account.isRunning,
        0,
        new CallTreeBuilder().calls(0, 1).build(),
        samples(
            new CallTreeBuilder().samples(0, samples).build(),
            account.outside == account.due
                ? clocks.nanos(account.threadId, mark)
                : CpuSamples.UNKNOWN));
  }
}
