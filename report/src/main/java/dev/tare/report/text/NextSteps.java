package dev.tare.report.text;

import dev.tare.profile.BudgetUse;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.Interruptions;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import dev.tare.report.analysis.SampleAccount;
import java.util.ArrayList;
import java.util.List;

/** What a reader may do next, each with its reason; the most telling first. */
public final class NextSteps {
  private static final int MAX_STEPS = 3;

  /** Programs of fewer calls have another trouble than their number. */
  private static final long CALLS_PER_SECOND = 10_000;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MUCH_WAITING = 0.5;
  private static final double MUCH_WITHOUT_PROCESSOR = 0.2;
  private static final double MUCH_COLLECTING = 0.1;
  private static final double MANY_LOST = 0.2;
  private static final double MUCH_OVER = 0.1;

  private final Profile profile;
  private final List<ThreadProfile> threads;
  private final List<String> steps = new ArrayList<>();

  private NextSteps(Profile profile, List<ThreadProfile> threads) {
    this.profile = profile;
    this.threads = threads;
  }

  /**
   * Three lines at most.
   *
   * @param profile with its values as they are in the file
   */
  public static List<String> of(Profile profile, List<ThreadProfile> threads) {
    NextSteps next = new NextSteps(profile, threads);
    next.nothingRecorded();
    next.lostSamples();
    next.budget();
    next.moreOverheadThanProgram();
    next.fullTree();
    next.waiting();
    next.interruptions();
    next.calibration();
    return next.steps.subList(0, Math.min(MAX_STEPS, next.steps.size()));
  }

  private void nothingRecorded() {
    String include = profile.settings().getOrDefault("include", "");
    String why = profile.whyNothing();
    if (!why.isEmpty()) {
      steps.add(why);
    } else if (profile.methods().isEmpty()
        && !profile.settings().getOrDefault("mode", "").equals("none")) {
      steps.add(
          include.isEmpty()
              ? "no method was recorded: JDK classes have probes only where include names them"
              : "no method was recorded: nothing that ran matches include=" + include);
    }
  }

  private void lostSamples() {
    SampleAccount samples = SampleAccount.of(threads);
    if (samples.missing() > MANY_LOST * samples.due()) {
      steps.add(
          Numbers.share(samples.missing(), samples.due())
              + " of the samples failed or were lost: try a longer period, such as"
              + " cpusamples=20ms");
    }
  }

  private void budget() {
    BudgetUse use = profile.run().budget();
    if (use == null || use.exceededNanos() <= MUCH_OVER * use.cpuNanos()) {
      return;
    }
    String budget = profile.settings().getOrDefault("budget", "");
    String over =
        "the program was over its budget of "
            + budget
            + " for "
            + ValueFormat.time(use.exceededNanos())
            + " of its CPU time: ";
    steps.add(
        !use.isReachable()
            ? over + "fewer probes cannot keep it: give a greater budget, or a narrower include"
            : profile.settings().getOrDefault("budgetlearn", "").equals("off")
                ? over + "with budgetlearn=auto the next run begins with what this one measured"
                : over + "run it again, with what was measured this time");
  }

  private void moreOverheadThanProgram() {
    double seconds = profile.run().durationNanos() / NANOS_PER_SECOND;
    long calls = threads.stream().mapToLong(thread -> thread.sums().calls()).sum();
    // A budget says itself how much slower the program was.
    if (profile.run().budget() == null
        && profile.settings().getOrDefault("mode", "").equals("full")
        && isMostlyOverhead()
        && seconds > 0
        && calls / seconds > CALLS_PER_SECOND) {
      steps.add(
          "try mode=sampled: there is more overhead than program, at "
              + Numbers.formatInt(Math.round(calls / seconds))
              + " calls a second");
    }
  }

  /**
   * Whether more was subtracted than is left of work, in instrumented methods of the thread from
   * which most was. Where nothing is left, the two cannot be compared.
   */
  private boolean isMostlyOverhead() {
    long most = 0;
    long left = 0;
    for (ThreadProfile thread : threads) {
      ThreadSums sums = thread.sums().working();
      long overhead = sums.overhead() - sums.outsideOverhead();
      if (overhead > most) {
        most = overhead;
        left = sums.self() - sums.outside();
      }
    }
    return left > 0 && most > left;
  }

  private void fullTree() {
    long calls = profile.limits().callsPastMaxnodes();
    if (calls > 0) {
      steps.add(
          Numbers.count(calls, "call has", "calls have")
              + " no context, because the tree was full: try a narrower include, recursion=fold, or"
              + " a greater maxnodes");
    }
  }

  private void waiting() {
    if (!profile.metric().waitingKnown()) {
      return;
    }
    long wall = wall();
    long waiting = threads.stream().mapToLong(thread -> thread.sums().waiting()).sum();
    if (waiting > MUCH_WAITING * wall) {
      steps.add(
          Numbers.share(waiting, wall)
              + " of the threads' time is waiting: --by wall ranks methods with it, --threads says"
              + " which threads");
    }
  }

  private void interruptions() {
    Interruptions all =
        threads.stream()
            .map(ThreadProfile::interruptions)
            .reduce(Interruptions.NONE, Interruptions::plus);
    long running = wall() - threads.stream().mapToLong(thread -> thread.sums().waiting()).sum();
    if (all.collectedNanos() > MUCH_COLLECTING * running) {
      steps.add(
          "collections stopped threads for "
              + Numbers.share(all.collectedNanos(), running)
              + " of the time that they would have run: metric=alloc shows what allocates");
    }
    if (all.switchedOutNanos() > MUCH_WITHOUT_PROCESSOR * running) {
      steps.add(
          "for "
              + Numbers.share(all.switchedOutNanos(), running)
              + " of the time that they would have run, threads had no processor: values of time"
              + " vary, metric=instructions does not where it is available (tare counters)");
    }
  }

  /** As far as the metric is time; else what nothing is a part of. */
  private long wall() {
    return profile.metric().isTime()
        ? threads.stream()
            .mapToLong(
                thread ->
                    thread.sums().self()
                        + thread.sums().overhead()
                        + thread.interruptions().nanos())
            .sum()
        : Long.MAX_VALUE;
  }

  private void calibration() {
    CalibrationTable calibration = profile.calibration();
    if (calibration.training().equals("cut") || calibration.training().equals("unsteady")) {
      steps.add(
          "the calibration's training was "
              + calibration.training()
              + ": the next run on this machine knows more, or train -o FILE before it");
    }
  }
}
