package dev.tare.agent.control;

import dev.tare.agent.budget.ProgramView;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.runtime.thread.ProfilerSection;
import java.io.IOException;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The running profiler, and what it can be told, by whomever: the attach interface, JMX or the
 * application itself. What it answers is a line for the user.
 *
 * <p>Starts and stops exclude each other. Profiles and resets are {@link ProfileWindows}'.
 */
public final class Profiler {
  /** Long enough for a training on a busy machine; a run that ends earlier is held up so long. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ProfilerContext profiled;
  private final Recording recording;
  private final ProfileWindows windows;
  private final Object switching = new Object();
  private final MeasuredBlocks blocks;

  private boolean prepared;

  /** Whether the profile that was asked for is written, and nothing was recorded since. */
  private volatile boolean isConcluded;

  /**
   * A profiler that records nothing yet.
   *
   * @param sampler the recording's
   * @param nanos {@link System#nanoTime} at the agent's start
   * @param byPeriods whether the last profile is but that of the last period
   */
  public Profiler(
      ProfilerContext profiled,
      Recording recording,
      Optional<CpuSampler> sampler,
      long nanos,
      boolean byPeriods) {
    this.profiled = profiled;
    this.recording = recording;
    this.windows = new ProfileWindows(profiled, recording, sampler, nanos, byPeriods);
    this.blocks = new MeasuredBlocks(profiled, recording);
  }

  /** The blocks of code that the application has measured. */
  public MeasuredBlocks blocks() {
    return blocks;
  }

  /** Begins to record. */
  public String start() throws CommandRefused {
    return start(System::nanoTime);
  }

  /**
   * Begins to record.
   *
   * @param since tells when by {@link System#nanoTime}, once calls are recorded; the first time it
   *     is a moment before, when the agent started
   */
  public String start(LongSupplier since) throws CommandRefused {
    synchronized (switching) {
      if (recording.isOn()) {
        throw new CommandRefused("it is recording already");
      }
      ProfilerSection work = ProfilerSection.begin();
      try {
        isConcluded = false;
        if (!prepared) {
          profiled.prepare();
          prepared = true;
        }
        long from = System.nanoTime();
        int count = recording.start(since);
        return recording.weaves()
            ? "recording; "
                + NumberFormats.count(count, "loaded class", "loaded classes")
                + " woven in "
                + since(from)
            : "recording; nothing is woven";
      } catch (UnmodifiableClassException e) {
        throw new CommandRefused("java.lang.VirtualThread cannot be woven: " + e.getMessage());
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

  /** Takes the probes out of all classes, and takes no more samples. */
  public String stop() throws CommandRefused {
    synchronized (switching) {
      if (!recording.isOn()) {
        throw new CommandRefused("it is not recording");
      }
      ProfilerSection work = ProfilerSection.begin();
      try {
        long from = System.nanoTime();
        int count = recording.stop();
        return recording.weaves()
            ? "stopped; probes taken out of "
                + NumberFormats.count(count, "class", "classes")
                + " in "
                + since(from)
            : "stopped";
      } catch (UnmodifiableClassException e) {
        throw new CommandRefused("java.lang.VirtualThread cannot be restored: " + e.getMessage());
      } finally {
        work.end();
      }
    }
  }

  /**
   * Weaves classes again whose methods' tiers have changed. While nothing is recorded there is
   * nothing to do: the next start weaves them.
   *
   * @param isWanted asked for classes' names with dots
   */
  LoadedClasses.Woven weaveAgain(Predicate<String> isWanted) {
    synchronized (switching) {
      return recording.weaveAgain(isWanted);
    }
  }

  private static String since(long from) {
    return NumberFormats.grouped((System.nanoTime() - from) / 1_000_000) + " ms";
  }

  /** Begins a new window, now: what was recorded up to here is in no later profile. */
  public String reset() throws CommandRefused {
    return windows.reset();
  }

  /**
   * Takes the probes out, after a dump that was all that was asked for: unless it is started again,
   * the JVM's end writes no profile.
   */
  public String conclude() throws CommandRefused {
    String stopped = recording.isOn() ? stop() : "stopped already";
    isConcluded = true;
    profiled.recordingEnds();
    return stopped;
  }

  /** Writes everything up to now to the file of the options; refused after {@link #conclude}. */
  public String dump() throws CommandRefused {
    if (isConcluded) {
      throw new CommandRefused("no further profile after a recording: name a file with -o");
    }
    return windows.dump();
  }

  /** Writes everything up to now, calls in progress too, to a file, which it replaces. */
  public String dump(Path file) throws CommandRefused {
    return windows.dump(file);
  }

  /**
   * Writes the profile of the period that ends now, if anything was recorded in it.
   *
   * @return whether it was written
   */
  boolean endPeriod() throws IOException {
    return windows.endPeriod();
  }

  /** The file that the last profile goes to. */
  public Path lastFile() {
    return windows.lastFile();
  }

  /**
   * Writes the last profile, at the JVM's end, and says where it is. It waits for others for so
   * long that they may fail to come, and for all of them together no longer than {@link
   * #PATIENCE_NANOS}: a profile that somebody else cannot write does not keep the JVM alive.
   */
  public void finish() throws IOException {
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    profiled.endBudget(deadlineNanos);
    if (isConcluded) {
      profiled.samplesAreRead();
      profiled.awaitCalibration(deadlineNanos);
      windows.keep(deadlineNanos);
      profiled.close();
    } else {
      windows.finish(deadlineNanos);
    }
  }

  /** Whether calls are being recorded now. */
  public boolean isRecording() {
    return recording.isOn();
  }

  /** As {@link ProgramView#recording}. */
  public int recordingNumber() {
    return recording.number();
  }

  /** What it is doing, in lines for the user. */
  public Status status() {
    return windows.status(isConcluded);
  }
}
