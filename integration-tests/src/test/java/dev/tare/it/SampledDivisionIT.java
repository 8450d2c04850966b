package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a budget leaves without readings is told apart by samples that nobody had to ask for. */
@EnabledOnOs(OS.LINUX)
@Execution(ExecutionMode.CONCURRENT)
class SampledDivisionIT {
  /** CPU seconds: longer than a test takes, which ends the program. */
  private static final String MORE_SECONDS = "120";

  private static final String PROGRAM = Programs.PACKAGE + "SharesInside";

  /** What its methods take of its time. */
  private static final Map<String, Integer> SEVENTHS = Map.of("one", 1, "two", 2, "four", 4);

  /**
   * Compiled into one piece of code, its callers would be told apart by debug information alone.
   */
  private static final String WORK = Programs.PACKAGE + "SharesInside$Work";

  /** Standard deviations of a share of the samples. */
  private static final double DEVIATIONS = 4;

  private static final long MIN_SAMPLES = 500;

  /** The least overhead that is printed, in percent: with samples 200 or more, else 20 to 70. */
  private static final int LEAST_BY_SAMPLES = 120;

  private static final Pattern OVERHEAD = Pattern.compile("overhead (?:at least )?(\\d+)");

  @Test
  void methodsWithoutReadingsHaveTheSharesThatTheyReallyTake() throws IOException {
    Matrix.onlyAtNight();
    Path file = Programs.profileFile("division-shares", newest());
    RunningJvm jvm = shares(file).main(PROGRAM, MORE_SECONDS).start().awaitErrorLine("[tare]");
    while (!areCounted(dump(jvm, file))) {
      assertTrue(jvm.isAlive(), "it ended, and some methods have readings");
    }
    // Code that is not compiled yet has other shares, and a busy machine compiles late.
    enough(jvm, file);
    Profile enough = enough(jvm, file);
    jvm.kill().await();
    assertTrue(areCounted(enough));
    assertTrue(enough.run().sampling().startsWith("jdk.CPUTimeSample"), enough.run()::sampling);
    String json = report(file);
    double sum = SEVENTHS.keySet().stream().mapToDouble(method -> self(json, method)).sum();
    SEVENTHS.forEach(
        (method, parts) -> {
          double share = parts / 7.0;
          double allowed = DEVIATIONS * Math.sqrt(share * (1 - share) / samples(enough));
          assertEquals(share, self(json, method) / sum, allowed, json);
        });
    assertTrue(self(json, "rounds") < sum / 4, json);
  }

  /** What enough samples from now on are of. */
  private static Profile enough(RunningJvm jvm, Path file) throws IOException {
    jvm.command("reset").succeeded();
    Profile profile;
    do {
      profile = dump(jvm, file);
    } while (samples(profile) < MIN_SAMPLES);
    return profile;
  }

  private static boolean areCounted(Profile profile) {
    return SEVENTHS.keySet().stream()
        .allMatch(method -> tier(profile, method).equals(MethodInfo.COUNTED));
  }

  @Test
  void nothingIsSampledWhereSamplesAreOff() throws IOException {
    Path file = Programs.profileFile("division-off", newest());
    shares(file, "cpusamples=off").main(PROGRAM, "2").run().succeeded();
    Profile profile = Programs.read(file);
    assertEquals("", profile.run().sampling());
    assertTrue(profile.threads().stream().allMatch(thread -> thread.cpuSamples() == null));
  }

  /** A hot tiny method keeps its probes: most of the time passes in them. */
  @Test
  void samplesInProbesTellTheOverhead() throws IOException {
    Configuration sampled = new Configuration(Jdk.of(25), "sampled");
    String program = Programs.PACKAGE + "ManySmallCalls";
    RunningJvm jvm =
        JavaRun.profiled(
                sampled,
                Programs.profileFile("division-probes", sampled),
                "include=" + program + ":" + program + "#mix",
                "budget=30%",
                "budgetlearn=off")
            .classPath(TargetClasses.of(sampled.jdk()).classes())
            .main(program, MORE_SECONDS)
            .start();
    int least = 0;
    while (jvm.isAlive() && least < LEAST_BY_SAMPLES) {
      Matcher told = OVERHEAD.matcher(jvm.command("status").stdout());
      least = told.find() ? Integer.parseInt(told.group(1)) : 0;
    }
    jvm.kill().await();
    assertTrue(least >= LEAST_BY_SAMPLES, "at least " + least + "%");
  }

  private static long samples(Profile profile) {
    return profile.threads().stream()
        .map(ThreadProfile::cpuSamples)
        .filter(Objects::nonNull)
        .mapToLong(samples -> samples.tree().samplesSum())
        .sum();
  }

  private static Configuration newest() {
    return new Configuration(Jdk.of(25), "full");
  }

  private static String report(Path file) {
    return JavaRun.on(Jdk.running())
        .options("-XX:TieredStopAtLevel=1", "-jar", Workspace.profilerJar().toString())
        .main("report", file.toString(), "--json")
        .run()
        .succeeded()
        .stdout();
  }

  private static JavaRun shares(Path file, String... more) {
    Configuration newest = newest();
    String[] options = {
      "include=dev.tare.it.program.SharesInside:dev.tare.it.program.SharesInside#rounds",
      "exclude=" + WORK,
      "budget=100%",
      "budgetlearn=off"
    };
    String[] all = new String[options.length + more.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    return JavaRun.profiled(newest, file, all)
        .options("-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline," + WORK + "::take")
        .classPath(TargetClasses.of(newest.jdk()).classes());
  }

  private static Profile dump(RunningJvm jvm, Path file) throws IOException {
    jvm.command("dump", "-o", file.toString()).succeeded();
    return Programs.read(file);
  }

  private static String tier(Profile profile, String method) {
    return profile.methods().stream()
        .filter(info -> info.name().equals(method))
        .map(MethodInfo::tier)
        .findFirst()
        .orElse("");
  }

  private static double self(String json, String method) {
    Matcher matcher =
        Pattern.compile("\"method\" : \"" + method + "\",.*?\"self\" : (-?\\d+)", Pattern.DOTALL)
            .matcher(json);
    assertTrue(matcher.find(), json);
    return Double.parseDouble(matcher.group(1));
  }
}
