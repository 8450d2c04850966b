package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.AloneAtNight;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples begin, end and are written as calls are, by whatever a running JVM is told. */
@Order(5)
@EnabledOnOs(OS.LINUX)
@ResourceLock(providers = AloneAtNight.class)
class CpuSamplesControlIT {
  private static final String BURNER = "burner";
  private static final long PERIOD_MILLIS = 5;
  private static final String SAMPLES = "cpusamples=" + PERIOD_MILLIS + "ms";

  private static final int CPU_TIME_EVENT_SINCE = 25;
  private static final double ALLOWED = Matrix.bound(0.75, 0.10);

  /** What samples of CPU time may lack; a busy machine makes it no more. */
  private static final double ALLOWED_TO_LACK = Matrix.bound(0.25, 0.10);

  /** A thread that waits for a processor executes, and uses no CPU time. */
  private static final double WAITING = Matrix.bound(10, 2);

  static Stream<Configuration> sampledAndNone() {
    return Jdk.all().stream()
        .flatMap(jdk -> Stream.of("sampled", "none").map(mode -> new Configuration(jdk, mode)));
  }

  /** Probes before JDK 25, the JVM's CPU-time event from then on. */
  static Stream<Configuration> oneOfEachSampler() {
    return sampledAndNone()
        .filter(
            configuration ->
                configuration.mode().equals("none")
                    == configuration.jdk().feature() >= CPU_TIME_EVENT_SINCE);
  }

  /** All in a full matrix. */
  static Stream<Configuration> someSampler() {
    return Matrix.isFull() ? sampledAndNone() : oneOfEachSampler().limit(1);
  }

  @ParameterizedTest
  @MethodSource("someSampler")
  void aProfileHasTheSamplesOfItsWindow(Configuration configuration) throws IOException {
    Path folder = Traces.emptyDirectory("samples-control/windows-" + configuration.fileName());
    Path last = folder.resolve("last.json");
    RunningJvm jvm = controlled(configuration, last).start().awaitLine("ready");
    jvm.tell("burn 400", "done burn 400");
    Profile first = dump(jvm, folder, "first");
    assertBurnt(configuration, 400, List.of(first));
    Profile again = dump(jvm, folder, "again");
    assertEquals(due(first), due(again), "a dump takes nothing away, and adds nothing");
    jvm.command("reset").succeeded();
    assertEquals(0, due(dump(jvm, folder, "reset")));
    jvm.tell("burn 201", "done burn 201");
    Profile second = dump(jvm, folder, "second");
    assertBurnt(configuration, 201, List.of(second));
    jvm.command("stop").succeeded();
    jvm.tell("burn 600", "done burn 600");
    Profile stopped = dump(jvm, folder, "stopped");
    assertEquals(due(second), due(stopped), "nothing is sampled while it is stopped");
    jvm.command("start").succeeded();
    jvm.tell("burn 202", "done burn 202");
    assertTrue(jvm.command("status").succeeded().stdout().contains(" samples ("));
    jvm.tell("end", "done burn 202").await().succeeded();
    assertBurnt(configuration, 201 + 202, List.of(Programs.read(last)));
  }

  @ParameterizedTest
  @MethodSource("oneOfEachSampler")
  void theSamplesOfAllPeriodsAddUp(Configuration configuration) throws IOException {
    Path folder = Traces.emptyDirectory("samples-control/periods-" + configuration.fileName());
    RunningJvm jvm =
        controlled(configuration, folder.resolve("p-%n.json"), "every=300ms")
            .start()
            .awaitLine("ready");
    jvm.tell("burn 1500", "done burn 1500");
    jvm.tell("end", "done burn 1500").await().succeeded();
    List<Profile> periods = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        periods.add(Programs.read(file));
      }
    }
    assertTrue(periods.size() > 1);
    assertBurnt(configuration, 1500, periods);
  }

  @ParameterizedTest
  @MethodSource("oneOfEachSampler")
  void samplingBeginsWhenTheAgentIsAttached(Configuration configuration) throws IOException {
    Path folder = Traces.emptyDirectory("samples-control/attached-" + configuration.fileName());
    Path last = folder.resolve("last.json");
    RunningJvm jvm =
        JavaRun.on(configuration.jdk())
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "Controlled")
            .start()
            .awaitLine("ready");
    jvm.tell("burn 600", "done burn 600");
    String options = "include=dev.tare.it.program.*,mode=" + configuration.mode() + "," + SAMPLES;
    jvm.command("attach", ProfilerOptions.withDefaults(options + ",file=" + last)).succeeded();
    jvm.tell("burn 300", "done burn 300");
    jvm.tell("end", "done burn 300").await().succeeded();
    assertBurnt(configuration, 300, List.of(Programs.read(last)));
  }

  /** Those of JFR, which ends in a shutdown hook, too. */
  static Stream<Configuration> samplersOfJfr() {
    return (Matrix.isFull() ? sampledAndNone() : oneOfEachSampler())
        .filter(configuration -> configuration.mode().equals("none"));
  }

  @ParameterizedTest
  @MethodSource("samplersOfJfr")
  void aCommandInAShutdownHookLosesNoSamples(Configuration configuration) throws IOException {
    Path folder = Traces.emptyDirectory("samples-control/hook-" + configuration.fileName());
    Path dumped = folder.resolve("dumped.json");
    Profile last = commandedInAHook(configuration, folder, "dump", dumped.toString());
    assertBurnt(configuration, 400, List.of(last));
    assertBurnt(configuration, 400, List.of(Programs.read(dumped)));
    assertBurnt(configuration, 400, List.of(commandedInAHook(configuration, folder, "stop")));
    assertEquals(0, dueOfAll(commandedInAHook(configuration, folder, "reset")));
  }

  /** The profile of the JVM's end. */
  private static Profile commandedInAHook(
      Configuration configuration, Path folder, String command, String... file) throws IOException {
    Path last = folder.resolve(command + ".json");
    String[] arguments =
        Stream.concat(Stream.of(command, "400"), Stream.of(file)).toArray(String[]::new);
    Outcome outcome =
        JavaRun.profiled(configuration, last, SAMPLES)
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "CommandInAShutdownHook", arguments)
            .run()
            .succeeded();
    assertEquals("true\n", outcome.stdout());
    return Programs.read(last);
  }

  private static JavaRun controlled(Configuration configuration, Path file, String... options) {
    String[] all =
        Stream.concat(Stream.of("include=dev.tare.it.program.*", SAMPLES), Stream.of(options))
            .toArray(String[]::new);
    return JavaRun.profiled(configuration, file, all)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "Controlled");
  }

  private static Profile dump(RunningJvm jvm, Path folder, String name) throws IOException {
    Path file = folder.resolve(name + ".json");
    jvm.command("dump", "-o", file.toString()).succeeded();
    return Programs.read(file);
  }

  private static Stream<CpuSamples> samples(Profile profile) {
    return profile.threads().stream()
        .filter(thread -> thread.name().equals(BURNER))
        .map(ThreadProfile::cpuSamples)
        .filter(Objects::nonNull);
  }

  private static long due(Profile profile) {
    return samples(profile).mapToLong(CpuSamples::due).sum();
  }

  /** Also of the hook's thread, which reads the samples. */
  private static long dueOfAll(Profile profile) {
    return profile.threads().stream()
        .map(ThreadProfile::cpuSamples)
        .filter(Objects::nonNull)
        .mapToLong(CpuSamples::due)
        .sum();
  }

  private static boolean isOfExecutionTime(Configuration configuration) {
    return configuration.mode().equals("none")
        && configuration.jdk().feature() < CPU_TIME_EVENT_SINCE;
  }

  /** The samples of the threads that burn CPU time stand for so much of it. */
  private static void assertBurnt(
      Configuration configuration, long millis, List<Profile> profiles) {
    long due = profiles.stream().mapToLong(CpuSamplesControlIT::due).sum();
    boolean mayBeMore = isOfExecutionTime(configuration);
    double allowed = ALLOWED * millis + 4 * PERIOD_MILLIS;
    double lack = mayBeMore ? allowed : ALLOWED_TO_LACK * millis + 4 * PERIOD_MILLIS;
    double most = mayBeMore ? WAITING * millis : millis;
    assertTrue(
        due * PERIOD_MILLIS >= millis - lack && due * PERIOD_MILLIS <= most + allowed,
        () -> millis + " ms used, " + due + " samples of " + PERIOD_MILLIS + " ms");
    for (Profile profile : profiles) {
      samples(profile)
          .forEach(samples -> assertEquals(samples.taken(), samples.tree().samplesSum()));
    }
  }
}
