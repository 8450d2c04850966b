package dev.tare.agent;

import dev.tare.agent.calibration.CalibrationWork;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.RunInfo;
import dev.tare.runtime.AgentWork;
import dev.tare.runtime.Recorders;
import dev.tare.runtime.TreeMemory;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/** Writes the profile when the JVM ends, and says where it is. */
final class ShutdownWriter implements Runnable {
  /**
   * The last of the places that the JVM runs one after the other at its end. The application's own
   * shutdown hooks have ended by then, and what they called is in the profile.
   */
  private static final int LAST_PLACE = 9;

  private static final long MOST_RESERVED_BYTES = 2 << 20;
  private static final int RESERVED_SHARE = 16;

  private final AgentOptions options;
  private final Run run;
  private final ProfileFile file;
  private final ChosenMetric metric;
  private final MethodRegistry registry;
  private final SkippedMethods skipped;
  private final CalibrationWork calibration;
  private final Runnable sayOutOfMemory;

  /** Let go when the profile is to be written, in a heap that the application may have filled. */
  @SuppressWarnings("UnusedVariable") // Held, not read.
  private byte @Nullable [] reserve;

  ShutdownWriter(
      AgentOptions options,
      Run run,
      ProfileFile file,
      ChosenMetric metric,
      MethodRegistry registry,
      SkippedMethods skipped,
      CalibrationWork calibration) {
    this.options = options;
    this.run = run;
    this.file = file;
    this.metric = metric;
    this.registry = registry;
    this.skipped = skipped;
    this.calibration = calibration;
    sayOutOfMemory = Console.prepare("no profile in " + file + ": out of memory");
    reserve =
        new byte
            [(int)
                Math.min(MOST_RESERVED_BYTES, Runtime.getRuntime().maxMemory() / RESERVED_SHARE)];
  }

  static void install(ShutdownWriter writer) {
    SharedSecrets.getJavaLangAccess().registerShutdownHook(LAST_PLACE, false, writer);
  }

  /** Lets nothing out: the JVM ends with the status that it was to end with. */
  @Override
  public void run() {
    reserve = null;
    try {
      AgentWork.begin(); // for good: this thread has nothing else to do
      Thread.interrupted(); // who called System.exit may be interrupted, and files mind
      write();
    } catch (OutOfMemoryError | StackOverflowError e) {
      sayOutOfMemory.run();
    } catch (Exception | Error e) {
      sayWhyNot(e);
    }
  }

  /** A class that finds no memory to be loaded in is not told from one that is missing. */
  private void sayWhyNot(Throwable e) {
    try {
      Console.say("no profile in " + file + ": " + reason(e));
    } catch (OutOfMemoryError | LinkageError again) {
      sayOutOfMemory.run();
    }
  }

  private void write() throws IOException {
    RunInfo ended = run.info();
    calibration.await();
    Snapshot snapshot =
        new Snapshot(
            ended,
            options.settings(),
            metric.metric(),
            options.policy(),
            calibration.source(),
            options.calibrated() && options.mode == Mode.SAMPLED,
            registry,
            skipped);
    file.write(snapshot);
    Console.say(
        String.format(
            Locale.ROOT,
            "profile in %s, %,d probes, estimated slowdown %s%s",
            file,
            snapshot.events(),
            snapshot.slowdown().isPresent()
                ? String.format(
                    Locale.ROOT, "%.2f times or more", snapshot.slowdown().getAsDouble())
                : "unknown",
            lost(snapshot.lost().callsPastMaxnodes())));
    try {
      calibration.keep(snapshot.statistics()::observed, snapshot.statistics()::minimum);
      metric.flaws().ifPresent(flaws -> Console.say("warning: " + flaws));
    } catch (RuntimeException | Error e) {
      Console.say("warning: calstats not written: " + e); // The profile is.
    }
  }

  /** What the profile lacks, and why. */
  private static String lost(long cutCalls) {
    String calls = "";
    if (cutCalls > 0) {
      String count = String.format(Locale.ROOT, ", %,d calls ", cutCalls);
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

  /** What went wrong, in a few words. */
  private static String reason(Throwable e) {
    if (e instanceof NoSuchFileException) {
      return "its directory is not there any more";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    String message = e.getMessage();
    return e instanceof IOException && message != null ? message : e.toString();
  }
}
