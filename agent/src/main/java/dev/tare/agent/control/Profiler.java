package dev.tare.agent.control;

import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.snapshot.CategoryStatistics;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.snapshot.Window;
import dev.tare.profile.RunInfo;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.runtime.AgentWork;
import dev.tare.runtime.EndedThreads;
import dev.tare.runtime.Recorders;
import dev.tare.runtime.TreeMemory;
import dev.tare.runtime.WindowCut;
import java.io.IOException;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The running profiler, and what it can be told, by whomever: the attach interface, JMX or the
 * application itself. What it answers is a line for the user.
 *
 * <p>Starts and stops exclude each other; so do profiles and resets, by {@link EndedThreads#LOCK},
 * which is only ever taken inside of the other.
 */
public final class Profiler {
  private final Profiled profiled;
  private final Recording recording;
  private final Optional<CpuSampler> sampler;
  private final ThreadSamples samples;
  private final Window sinceReset = Window.sinceReset();
  private final Window sincePeriod = Window.sincePeriod();
  private final boolean byPeriods;
  private final Object switching = new Object();

  private boolean prepared;
  private boolean over;

  /** When what profiles show began: at the first start, or the last reset. */
  private long resetNanos;

  private long periodNanos;
  private int written;

  /**
   * A profiler that records nothing yet.
   *
   * @param sampler the recording's
   * @param nanos {@link System#nanoTime} at the agent's start
   * @param byPeriods whether the last profile is but that of the last period
   */
  public Profiler(
      Profiled profiled,
      Recording recording,
      Optional<CpuSampler> sampler,
      long nanos,
      boolean byPeriods) {
    this.profiled = profiled;
    this.recording = recording;
    this.sampler = sampler;
    this.samples = sampler.isPresent() ? sampler.get() : ThreadSamples.NONE;
    this.resetNanos = nanos;
    this.periodNanos = nanos;
    this.byPeriods = byPeriods;
  }

  /** Begins to record; the first time as of a moment before, when the agent started. */
  public String start(long nanos) throws Refusal {
    synchronized (switching) {
      if (recording.isOn()) {
        throw new Refusal("it is recording already");
      }
      AgentWork work = AgentWork.begin();
      try {
        if (!prepared) {
          prepared = true;
          profiled.prepare();
        }
        long from = System.nanoTime();
        int count = recording.start(nanos);
        return recording.weaves()
            ? String.format(
                Locale.ROOT, "recording; %,d loaded classes woven in %s", count, since(from))
            : "recording; nothing is woven";
      } catch (UnmodifiableClassException e) {
        throw new Refusal("java.lang.VirtualThread cannot be woven: " + e.getMessage());
      } finally {
        work.end();
      }
    }
  }

  /**
   * Begins to write a profile of each period, too.
   *
   * @param periodNanos how long a period is
   */
  public void startPeriods(long periodNanos) {
    Periods.start(this, periodNanos, profiled::say);
  }

  /** Begins to record. */
  public String start() throws Refusal {
    return start(System.nanoTime());
  }

  /** Takes the probes out of all classes, and takes no more samples. */
  public String stop() throws Refusal {
    synchronized (switching) {
      if (!recording.isOn()) {
        throw new Refusal("it is not recording");
      }
      AgentWork work = AgentWork.begin();
      try {
        long from = System.nanoTime();
        int count = recording.stop();
        return recording.weaves()
            ? String.format(
                Locale.ROOT, "stopped; probes taken out of %,d classes in %s", count, since(from))
            : "stopped";
      } catch (UnmodifiableClassException e) {
        throw new Refusal("java.lang.VirtualThread cannot be restored: " + e.getMessage());
      } finally {
        work.end();
      }
    }
  }

  private static String since(long from) {
    return String.format(Locale.ROOT, "%,d ms", (System.nanoTime() - from) / 1_000_000);
  }

  /** Begins a new window, now: what was recorded up to here is in no later profile. */
  public String reset() {
    AgentWork work = AgentWork.begin();
    try {
      synchronized (EndedThreads.LOCK) {
        long now = System.nanoTime();
        EndedThreads.addUp();
        List<Window> windows = byPeriods ? List.of(sinceReset, sincePeriod) : List.of(sinceReset);
        WindowCut cut = WindowCut.now();
        // Each reads for itself: what one window began with is added to while the other's is not.
        for (Window window : windows) {
          window.read(cut);
          window.begin(new CategoryStatistics().addAll());
          window.forget();
        }
        samples.hold();
        try {
          windows.forEach(window -> samples.begin(window.mark()));
        } finally {
          samples.release();
        }
        recording.forgetUntil(now);
        resetNanos = now;
        periodNanos = now;
        return "reset; profiles begin at " + recording.at(now);
      }
    } finally {
      work.end();
    }
  }

  /** Writes everything up to now to the file of the options. */
  public String dump() throws Refusal {
    return dump(profiled.file("dump"));
  }

  /** Writes everything up to now, calls in progress too, to a file. */
  public String dump(Path file) throws Refusal {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
      throw new Refusal(
          file + (Files.isDirectory(file) ? ": is a directory" : ": no such directory"));
    }
    AgentWork work = AgentWork.begin();
    try {
      synchronized (EndedThreads.LOCK) {
        EndedThreads.addUp();
        sinceReset.read(WindowCut.now());
        samples.hold();
        try {
          return line(write(file, sinceReset, resetNanos), file);
        } finally {
          samples.release();
          sinceReset.forget();
        }
      }
    } catch (IOException e) {
      throw new Refusal(file + ": cannot be written: " + FailureReason.of(e));
    } finally {
      work.end();
    }
  }

  /**
   * Writes the profile of the period that ends now, if anything was recorded in it.
   *
   * @return whether it was written
   */
  boolean endPeriod() throws IOException {
    AgentWork work = AgentWork.begin();
    try {
      synchronized (EndedThreads.LOCK) {
        long next = System.nanoTime();
        if (over || recording.windows(periodNanos, next).isEmpty()) {
          return false;
        }
        EndedThreads.addUp();
        sincePeriod.read(WindowCut.now());
        // From the cut on, threads are read one after the other, in the overlap of this period with
        // the next: what a thread does meanwhile belongs to the one or the other.
        long now = System.nanoTime();
        samples.hold();
        try {
          Path file = profiled.file(Integer.toString(written + 1));
          Snapshot snapshot = write(file, sincePeriod, periodNanos, now);
          sincePeriod.begin(snapshot.statisticsOfTables());
          samples.begin(sincePeriod.mark());
          written++;
          periodNanos = next;
          return true;
        } finally {
          samples.release();
          sincePeriod.forget();
        }
      }
    } finally {
      work.end();
    }
  }

  /** The file that the last profile goes to. */
  public Path lastFile() {
    return profiled.file(Integer.toString(written + 1));
  }

  /** Writes the last profile, at the JVM's end, and says where it is. */
  public void finish() throws IOException {
    synchronized (EndedThreads.LOCK) {
      over = true;
      Window window = byPeriods ? sincePeriod : sinceReset;
      window.endAt(WindowCut.now());
      long now = System.nanoTime();
      sampler.ifPresent(CpuSampler::finish);
      profiled.awaitCalibration();
      Path file = lastFile();
      EndedThreads.addUp();
      Snapshot snapshot = write(file, window, byPeriods ? periodNanos : resetNanos, now);
      profiled.say(line(snapshot, file));
      try {
        profiled.keepCalibration(snapshot.statistics());
      } catch (RuntimeException | Error e) {
        profiled.say("warning: calstats not written: " + e); // The profile is.
      }
    }
  }

  private Snapshot write(Path file, Window window, long from) throws IOException {
    return write(file, window, from, System.nanoTime());
  }

  private Snapshot write(Path file, Window window, long from, long now) throws IOException {
    List<RunInfo.Window> windows = recording.windows(from, now);
    RunInfo run = profiled.info(recording.at(from), now - from, windows);
    try (Snapshot snapshot = profiled.snapshot(run, window)) {
      ProfileWriter.write(snapshot, file);
      return snapshot;
    }
  }

  private String line(Snapshot snapshot, Path file) {
    return "profile in "
        + file
        + ", "
        + Figure.grouped(snapshot.events())
        + " probes, "
        + (sampler.isEmpty() ? "" : Figure.grouped(snapshot.samples()) + " samples, ")
        + "estimated slowdown "
        + (snapshot.slowdown().isPresent()
            ? Figure.hundredths(snapshot.slowdown().getAsDouble()) + " times or more"
            : "unknown")
        + lost(snapshot.lost().callsPastMaxnodes());
  }

  /** What the profile lacks, and why. */
  private static String lost(long cutCalls) {
    String calls = "";
    if (cutCalls > 0) {
      String count = ", " + Figure.grouped(cutCalls) + " calls ";
      if (TreeMemory.wasFull()) {
        calls = count + "not told apart: the heap was full";
      } else if (TreeMemory.wasRefused()) {
        calls = count + "not told apart: call trees had taken a quarter of the heap";
      } else {
        calls = count + "past maxnodes";
      }
    }
    return calls
        + (Recorders.threadWentWithout()
            ? ", the calls of some threads missing: the heap was full"
            : "");
  }

  /** What it is doing, in lines for the user. */
  public Status status() {
    AgentWork work = AgentWork.begin();
    try {
      synchronized (EndedThreads.LOCK) {
        long now = System.nanoTime();
        return Status.of(
            profiled,
            sampler,
            recording.isOn(),
            recording.at(resetNanos),
            now - resetNanos,
            recording.windows(resetNanos, now),
            byPeriods ? written : -1);
      }
    } finally {
      work.end();
    }
  }
}
