package dev.tare.bench.accuracy;

import dev.tare.bench.kernel.Kernel;
import dev.tare.bench.kernel.KernelMain;
import dev.tare.bench.kernel.KernelRounds;
import dev.tare.bench.kernel.Kernels;
import dev.tare.bench.run.ClassJar;
import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.JvmRun;
import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodKey;
import dev.tare.bench.run.MethodTimings;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.Target;
import dev.tare.bench.table.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What one JVM said of the kernels.
 *
 * @param turnNanos of each kernel, the median time of a turn of its loop
 * @param rounds rounds that counted
 */
record KernelRun(
    List<Double> turnNanos,
    int rounds,
    @Nullable MeasuredProfile profile,
    @Nullable MethodTimings timings) {

  static KernelRun start(
      JdkHome jdk, Contender contender, long warmUpMillis, int rounds, List<String> jvmArguments)
      throws IOException, InterruptedException {
    String kernels = Kernel.class.getPackageName() + ".";
    List<String> classNames =
        ClassJar.holding(Kernel.class.getName()).classNames().stream()
            .filter(name -> name.startsWith(kernels))
            .toList();
    try (Scratch scratch = Scratch.create()) {
      List<String> arguments = new ArrayList<>(jvmArguments);
      arguments.addAll(
          contender.jvmArguments(new Target(kernels + "*", classNames), scratch.folder()));
      JvmRun run =
          JvmRun.start(
              jdk,
              arguments,
              scratch.folder(),
              KernelMain.class,
              List.of(Long.toString(warmUpMillis), Integer.toString(rounds)));
      return new KernelRun(
          medians(run),
          rounds,
          contender instanceof Contender.Tare
              ? MeasuredProfile.read(Contender.Tare.profile(scratch.folder()), KernelRounds.class)
              : null,
          contender instanceof Contender.MethodTiming
              ? MethodTimings.read(Contender.MethodTiming.recording(scratch.folder()))
              : null);
    }
  }

  private static List<Double> medians(JvmRun run) {
    List<List<Double>> values = new ArrayList<>();
    Kernels.all().forEach(kernel -> values.add(new ArrayList<>()));
    for (String line : run.all(KernelMain.TURN)) {
      String[] parts = line.split(" ", 2);
      values.get(Integer.parseInt(parts[0])).add(Double.valueOf(parts[1]));
    }
    return values.stream().map(list -> Spread.of(list).median()).toList();
  }

  /** Nanoseconds of one turn of the common loop body: the difference of two kernels. */
  double bodyTurnNanos() {
    double difference = 0;
    List<Kernel> kernels = Kernels.all();
    for (int index = 0; index < kernels.size(); index++) {
      if (kernels.get(index).name().equals(Kernels.LONG_LOOP)) {
        difference += turnNanos.get(index);
      } else if (kernels.get(index).name().equals(Kernels.SHORT_LOOP)) {
        difference -= turnNanos.get(index);
      }
    }
    return difference / Kernels.LOOP_DIFFERENCE;
  }

  /** Turns that the kernel's loop made in the rounds that counted. */
  long turns(Kernel kernel) {
    return (long) rounds * KernelMain.UNITS_A_ROUND * kernel.turns();
  }

  /**
   * What the profiler says of one call of a method, without what it called; empty where it does not
   * say.
   */
  OptionalDouble selfNanos(Kernel.Part part) {
    if (profile != null) {
      MeasuredProfile.Sums sums = sums(profile, part.className(), part.method());
      return OptionalDouble.of(sums.self() / (double) sums.calls());
    }
    if (timings != null && part.leaf()) {
      for (Map.Entry<MethodKey, MethodTimings.Timing> timing : timings.methods().entrySet()) {
        if (names(timing.getKey(), part.className(), part.method())) {
          return OptionalDouble.of(timing.getValue().averageNanos());
        }
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * What a profile says of one turn of the kernel's loop: the loop's method and all that it called.
   */
  OptionalDouble turnSelfNanos(Kernel kernel) {
    if (profile == null) {
      return OptionalDouble.empty();
    }
    double self = sums(profile, kernel.driveClass(), kernel.driveMethod()).self();
    for (Kernel.Part part : kernel.parts()) {
      self += sums(profile, part.className(), part.method()).self();
    }
    return OptionalDouble.of(self / turns(kernel));
  }

  /** Calls that a profile counted wrong: one line for each method. */
  List<String> wrongCounts() {
    List<String> wrong = new ArrayList<>();
    if (profile != null) {
      for (Kernel kernel : Kernels.all()) {
        for (Kernel.Part part : kernel.parts()) {
          long expected = turns(kernel) * part.calls();
          long counted = sums(profile, part.className(), part.method()).calls();
          if (counted != expected) {
            wrong.add(
                part.className()
                    + "."
                    + part.method()
                    + ": "
                    + counted
                    + " calls, and not "
                    + expected);
          }
        }
      }
    }
    return wrong;
  }

  private static MeasuredProfile.Sums sums(
      MeasuredProfile profile, String className, String method) {
    for (Map.Entry<MethodKey, MeasuredProfile.Sums> entry : profile.methods().entrySet()) {
      if (names(entry.getKey(), className, method)) {
        return entry.getValue();
      }
    }
    throw new IllegalStateException("the profile lacks " + className + "." + method);
  }

  private static boolean names(MethodKey key, String className, String method) {
    return key.className().equals(className) && key.name().equals(method);
  }
}
