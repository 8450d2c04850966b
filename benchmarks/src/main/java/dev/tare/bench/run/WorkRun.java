package dev.tare.bench.run;

import dev.tare.bench.work.Rounds;
import dev.tare.bench.work.WorkMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one JVM said of a work.
 *
 * @param roundCpuNanos mean CPU time of the thread in the rounds that count: as self values do, it
 *     leaves out waits, collections and time without a processor
 * @param warmUpRounds rounds before them
 * @param rounds rounds that count
 * @param nanoTimeNanos what {@link System#nanoTime} cost there
 * @param turnNanos what a turn of {@link dev.tare.bench.work.Weight}'s loop cost there
 * @param result what every round returned
 * @param profile Tare's profile of the rounds that count, if it ran under Tare
 * @param timings JFR's times of the whole run, if it ran under {@code jdk.MethodTiming}
 * @param samples JFR's samples of the rounds that count, if it ran under {@code jdk.CPUTimeSample}
 * @param messages what the profiler said, line by line
 */
public record WorkRun(
    double roundCpuNanos,
    int warmUpRounds,
    int rounds,
    double nanoTimeNanos,
    double turnNanos,
    String result,
    @Nullable MeasuredProfile profile,
    @Nullable MethodTimings timings,
    @Nullable CpuSamples samples,
    List<String> messages) {

  /**
   * How long a work runs.
   *
   * @param jvmArguments for every JVM
   */
  public record Length(long warmUpMillis, long measureMillis, List<String> jvmArguments) {
    public Length {
      jvmArguments = List.copyOf(jvmArguments);
    }

    /** The same with one more argument for every JVM. */
    public Length with(String jvmArgument) {
      List<String> more = new ArrayList<>(jvmArguments);
      more.add(jvmArgument);
      return new Length(warmUpMillis, measureMillis, more);
    }
  }

  /** Starts a JVM, waits for its end and reads what there is to read. */
  public static WorkRun start(JdkHome jdk, Contender contender, WorkKind work, Length length)
      throws IOException, InterruptedException {
    return inTurns(jdk, List.of(contender), work, length).get(0);
  }

  /** Runs JVMs in short turns, and reads what there is to read of each. */
  public static List<WorkRun> inTurns(
      JdkHome jdk, List<Contender> contenders, WorkKind work, Length length)
      throws IOException, InterruptedException {
    try (Scratch scratch = Scratch.create()) {
      List<RunningJvm> jvms = new ArrayList<>();
      try {
        List<Path> outputs = new ArrayList<>();
        for (Contender contender : contenders) {
          Path output = Files.createDirectory(scratch.folder().resolve("" + jvms.size()));
          jvms.add(new RunningJvm(command(jdk, contender, work, length, output), output));
          outputs.add(output);
        }
        RunningJvm.awaitInTurns(jvms);
        List<WorkRun> runs = new ArrayList<>();
        for (int i = 0; i < jvms.size(); i++) {
          runs.add(of(jvms.get(i).result(), jdk, contenders.get(i), work, outputs.get(i)));
        }
        return runs;
      } finally {
        // Before the folder is removed, to which they write.
        jvms.forEach(RunningJvm::close);
      }
    }
  }

  private static List<String> command(
      JdkHome jdk, Contender contender, WorkKind work, Length length, Path output)
      throws IOException {
    List<String> jvmArguments = new ArrayList<>(length.jvmArguments());
    jvmArguments.addAll(contender.jvmArguments(work.target(), output));
    List<String> arguments =
        List.of(
            work.label(),
            Long.toString(length.warmUpMillis()),
            Long.toString(length.measureMillis()));
    return JvmRun.command(jdk, jvmArguments, WorkMain.class, arguments);
  }

  private static WorkRun of(
      JvmRun run, JdkHome jdk, Contender contender, WorkKind work, Path output)
      throws IOException, InterruptedException {
    MeasuredProfile profile = null;
    MethodTimings timings = null;
    CpuSamples samples = null;
    if (contender instanceof Contender.Tare tare) {
      Path file = Contender.Tare.profile(output);
      profile = MeasuredProfile.read(file, Rounds.class);
      if (tare.hasBudget()) {
        String measured = Rounds.class.getName() + ".measured";
        profile = profile.showing(DividedSelf.read(jdk, tare.agent(), file, measured));
      }
    } else if (contender instanceof Contender.MethodTiming) {
      timings = MethodTimings.read(Contender.MethodTiming.recording(output));
    } else if (contender instanceof Contender.CpuSampling) {
      samples = CpuSamples.read(Contender.CpuSampling.recording(output), work.target());
    }
    List<Double> cpu = run.numbers(WorkMain.ROUND_CPU);
    return new WorkRun(
        cpu.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
        Integer.parseInt(run.one(WorkMain.WARM_UP_ROUNDS)),
        cpu.size(),
        Double.parseDouble(run.one(WorkMain.NANO_TIME)),
        Double.parseDouble(run.one(WorkMain.TURN)),
        run.one(WorkMain.RESULT),
        profile,
        timings,
        samples,
        run.messages());
  }
}
