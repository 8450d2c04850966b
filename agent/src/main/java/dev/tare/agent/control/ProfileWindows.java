package dev.tare.agent.control;

import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.snapshot.CategoryStatistics;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.snapshot.Window;
import dev.tare.profile.AtomicFile;
import dev.tare.profile.BudgetUse;
import dev.tare.profile.RunInfo;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.runtime.snapshot.SnapshotPoint;
import dev.tare.runtime.thread.EndedThreadMerger;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.RecordingControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What was recorded since when, and the profiles of it: from the last reset on, and of each period.
 *
 * <p>Profiles and resets exclude each other, by {@link Recording#profiling}, for as long as a file
 * is being written. {@link EndedThreadMerger#LOCK} is taken inside of it, and held only while
 * recorders are read, not while anything is waited for.
 */
final class ProfileWindows {
  private final ProfilerContext profiled;
  private final Recording recording;
  private final Optional<CpuSampler> sampler;
  private final ThreadSamples samples;
  private final Window sinceReset = Window.sinceReset();
  private final Window sincePeriod = Window.sincePeriod();
  private final boolean byPeriods;

  private boolean over;

  /** When what profiles show began: at the first start, or the last reset. */
  private long resetNanos;

  private long periodNanos;
  private int written;

  /** Windows that begin at the agent's start; see {@link Profiler}. */
  ProfileWindows(
      ProfilerContext profiled,
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

  /** Begins a new window, now: what was recorded up to here is in no later profile. */
  String reset() throws CommandRefused {
    ProfilerSection work = ProfilerSection.begin();
    recording.profiling().lock();
    try {
      long now;
      List<Window> windows = byPeriods ? List.of(sinceReset, sincePeriod) : List.of(sinceReset);
      synchronized (EndedThreadMerger.LOCK) {
        if (over) {
          throw CommandRefused.tooLate();
        }
        now = System.nanoTime();
        EndedThreadMerger.addUp();
        SnapshotPoint point = RecordingControl.endWindow();
        BudgetUse lost = BudgetUses.untilNow(profiled.budget());
        // Each reads for itself: what one window began with is added to while the other's is not.
        for (Window window : windows) {
          window.read(point);
          window.begin(new CategoryStatistics().addAll(), lost);
          window.forget();
        }
        recording.forgetUntil(now);
        resetNanos = now;
        periodNanos = now;
      }
      samples.hold();
      try {
        windows.forEach(window -> samples.begin(window.mark()));
      } finally {
        samples.release();
      }
      return "reset; profiles begin at " + recording.at(now);
    } finally {
      recording.profiling().unlock();
      work.end();
    }
  }

  /** Writes everything up to now to the file of the options. */
  String dump() throws CommandRefused {
    Path file = profiled.file("dump");
    return dump(file, temporary -> profiled.place(temporary, file));
  }

  /** Writes everything up to now, calls in progress too, to a file, which it replaces. */
  String dump(Path file) throws CommandRefused {
    return dump(file, temporary -> AtomicFile.rename(temporary, file));
  }

  private String dump(Path file, AtomicFile.Placement placement) throws CommandRefused {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
      throw new CommandRefused(
          file + (Files.isDirectory(file) ? ": is a directory" : ": no such directory"));
    }
    if (!AtomicFile.mayBeReplaced(file)) {
      throw new CommandRefused(file + ": is a pipe or a device; profiles are written to files");
    }
    ProfilerSection work = ProfilerSection.begin();
    recording.profiling().lock();
    try {
      long from;
      long now;
      synchronized (EndedThreadMerger.LOCK) {
        if (over) {
          throw CommandRefused.tooLate();
        }
        EndedThreadMerger.addUp();
        sinceReset.read(RecordingControl.endWindow());
        now = System.nanoTime();
        from = resetNanos;
        EndedThreadMerger.keepTrees();
      }
      try {
        samples.hold();
        Written dumped = write(file, placement, sinceReset, from, now);
        String line =
            ProfileLine.of(
                dumped.snapshot(), dumped.file(), sampler.isPresent(), profiled.budget());
        return line + recording.complaint().map(complaint -> "\n" + complaint).orElse("");
      } finally {
        samples.release();
        releaseTrees(sinceReset);
      }
    } catch (IOException e) {
      throw new CommandRefused(file + ": cannot be written: " + FailureReason.of(e));
    } finally {
      recording.profiling().unlock();
      work.end();
    }
  }

  private static void releaseTrees(Window window) {
    synchronized (EndedThreadMerger.LOCK) {
      window.forget();
      EndedThreadMerger.releaseTrees();
    }
  }

  /**
   * Writes the profile of the period that ends now, if anything was recorded in it.
   *
   * @return whether it was written
   */
  boolean endPeriod() throws IOException {
    ProfilerSection work = ProfilerSection.begin();
    recording.profiling().lock();
    try {
      long next;
      synchronized (EndedThreadMerger.LOCK) {
        next = System.nanoTime();
        if (over || recording.windows(periodNanos, next).isEmpty()) {
          return false;
        }
        EndedThreadMerger.addUp();
        sincePeriod.read(RecordingControl.endWindow());
        EndedThreadMerger.keepTrees();
      }
      // From the snapshot point on, threads are read one after the other, in the overlap of this
      // period with the next: what a thread does meanwhile belongs to the one or the other.
      long now = System.nanoTime();
      try {
        samples.hold();
        Path file = profiled.file(Integer.toString(written + 1));
        Written period = write(file, sincePeriod, periodNanos, now);
        synchronized (EndedThreadMerger.LOCK) {
          if (over) {
            return true; // The last profile has begun to read this period, too.
          }
          sincePeriod.begin(period.snapshot().statisticsOfTables(), period.lost());
          samples.begin(sincePeriod.mark());
          written++;
          periodNanos = next;
          return true;
        }
      } finally {
        samples.release();
        releaseTrees(sincePeriod);
      }
    } finally {
      recording.profiling().unlock();
      work.end();
    }
  }

  /** The file that the last profile goes to. */
  Path lastFile() {
    return profiled.file(Integer.toString(written + 1));
  }

  /**
   * Writes the last profile, at the JVM's end, and says where it is.
   *
   * @param deadlineNanos until when it waits for others; {@link System#nanoTime}
   */
  void finish(long deadlineNanos) throws IOException {
    boolean isAlone = lockBefore(deadlineNanos);
    try {
      Window window;
      long now;
      synchronized (EndedThreadMerger.LOCK) {
        over = true;
        window = (byPeriods ? sincePeriod : sinceReset).again();
        window.endAt(RecordingControl.endWindow());
        now = System.nanoTime();
      }
      if (!isAlone) {
        samples.release(); // They are held for a profile that may never be written.
      }
      readLastSamples();
      profiled.samplesAreRead();
      profiled.awaitCalibration(deadlineNanos);
      synchronized (EndedThreadMerger.LOCK) {
        EndedThreadMerger.addUp();
        EndedThreadMerger.keepTrees();
      }
      Path file = lastFile();
      boolean isOfItsOwn = !Files.isSymbolicLink(file) && !Files.isDirectory(file);
      if (isOfItsOwn && !AtomicFile.mayBeReplaced(file)) {
        throw new IOException("is a pipe or a device"); // Links are replaced wherever they lead.
      }
      Thread.interrupted(); // of a wait above; it would close the file
      Written last = write(file, window, byPeriods ? periodNanos : resetNanos, now);
      Snapshot snapshot = last.snapshot();
      profiled.say(
          ProfileLine.ofLast(snapshot, last.file(), sampler.isPresent(), profiled.budget()));
      keep(deadlineNanos);
      recording.complaint().ifPresent(profiled::say);
    } finally {
      profiled.close();
      if (isAlone) {
        recording.profiling().unlock();
      }
    }
  }

  /** To read them takes memory, which the application may have used up. */
  private void readLastSamples() {
    try {
      sampler.ifPresent(CpuSampler::finish);
    } catch (RuntimeException | Error e) {
      profiled.say("warning: the last CPU-time samples are missing: " + FailureReason.of(e));
    }
  }

  /** Keeps what was learnt for the next run; where the profile is written, behind it. */
  void keep(long deadlineNanos) {
    Thread.interrupted(); // as before the profile
    try {
      profiled.keepCalibration(deadlineNanos);
    } catch (RuntimeException | Error e) {
      profiled.say("warning: calstats not written: " + e);
    }
    Thread.interrupted();
    try {
      profiled.keepBudget();
    } catch (IOException | RuntimeException | Error e) {
      profiled.say("warning: budgetlearn file not written: " + e);
    }
  }

  /** Whether profiles and resets that were under way have ended. */
  private boolean lockBefore(long deadlineNanos) {
    while (true) {
      try {
        return recording
            .profiling()
            .tryLock(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        // Waits on: the JVM ends, and nobody is to be told.
      }
    }
  }

  /** A profile, where it is, and what was lost until its end since the agent's start. */
  private record Written(Snapshot snapshot, Path file, @Nullable BudgetUse lost) {}

  private Written write(Path file, Window window, long from, long now) throws IOException {
    return write(file, temporary -> profiled.place(temporary, file), window, from, now);
  }

  private Written write(
      Path file, AtomicFile.Placement placement, Window window, long from, long now)
      throws IOException {
    List<RunInfo.Window> windows = recording.windows(from, now);
    Optional<BudgetStatus> known = profiled.budget();
    BudgetUse lost = BudgetUses.untilNow(known);
    RunInfo run =
        profiled
            .info(recording.at(from), now - from, windows)
            .withBudget(BudgetUses.isMeasured(known) ? window.lostSince(lost) : null);
    try (Snapshot snapshot = profiled.snapshot(run, window)) {
      recording.missedInclude().ifPresent(snapshot::missing);
      return new Written(snapshot, ProfileWriter.write(snapshot, file, placement), lost);
    }
  }

  /**
   * What it is doing, in lines for the user.
   *
   * @param isConcluded whether the JVM's end writes no profile
   */
  Status status(boolean isConcluded) {
    ProfilerSection work = ProfilerSection.begin();
    try {
      synchronized (EndedThreadMerger.LOCK) {
        long now = System.nanoTime();
        return Status.of(
            profiled,
            sampler,
            recording.isOn(),
            recording.at(resetNanos),
            now - resetNanos,
            recording.windows(resetNanos, now),
            byPeriods ? written : -1,
            isConcluded);
      }
    } finally {
      work.end();
    }
  }
}
