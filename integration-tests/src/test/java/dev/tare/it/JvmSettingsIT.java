package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of the JVM that forbid what a profiler does, or that change how classes load. */
class JvmSettingsIT {
  private static final String ASKS = Programs.PACKAGE + "AsksForPermission";

  @ParameterizedTest
  @ValueSource(strings = {"", "exit"})
  void aSecurityManagerForbidsTheApplicationAndNotTheProfiler(String exit) throws IOException {
    Path directory = Traces.emptyDirectory("security-manager" + exit);
    Path policy = policy(directory);
    Path file = directory.resolve("profile.json");
    Outcome plain = underASecurityManager(JavaRun.on(Jdk.of(17)), policy, exit);
    Outcome profiled =
        underASecurityManager(JavaRun.on(Jdk.of(17)).profiler("file=" + file), policy, exit);
    assertTrue(plain.stdout().contains("user.home: java.security.AccessControlException"));
    assertEquals(plain.stdout(), profiled.stdout());
    assertEquals(plain.otherErrorLines(), linesButOfSharing(profiled));
    assertEquals(2, profiled.profilerLines().size(), profiled::toString);
    Profile profile = Programs.read(file);
    assertEquals(2, RealProgram.calls(profile, ASKS + "$Later"));
    assertTrue(profile.skipped().isEmpty(), profile.skipped()::toString);
  }

  @Test
  void aSecurityManagerLetsAProfilerOfAnotherNameWork() throws IOException {
    Path directory = Traces.emptyDirectory("security-manager-and-renamed");
    Path policy = policy(directory);
    Path jar = directory.resolve("renamed.jar");
    Files.copy(Workspace.profilerJar(), jar, StandardCopyOption.REPLACE_EXISTING);
    Path file = directory.resolve("profile.json");
    Outcome plain = underASecurityManager(JavaRun.on(Jdk.of(17)), policy, "");
    Outcome outcome =
        underASecurityManager(
            JavaRun.on(Jdk.of(17)).agent(jar, ProfilerOptions.withDefaults("file=" + file)),
            policy,
            "");
    assertEquals(plain.stdout(), outcome.stdout());
    assertEquals(plain.otherErrorLines(), linesButOfSharing(outcome));
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertEquals(2, RealProgram.calls(Programs.read(file), ASKS + "$Later"));
  }

  /** A policy of the application's own may deny everything to modules of the JDK, too. */
  @ParameterizedTest
  @ValueSource(strings = {"jdk", "nobody"})
  void aSecurityManagerThatTheApplicationSetsLaterDoesNotStopTheBudget(String trusted)
      throws IOException {
    Path file = Traces.emptyDirectory("security-manager-set-" + trusted).resolve("profile.json");
    Outcome outcome =
        JavaRun.on(Jdk.of(17))
            .profiler("budget=100%,budgetlearn=off,file=" + file)
            .classPath(Workspace.classes())
            .main(Programs.PACKAGE + "SetsSecurityManager", trusted)
            .run()
            .succeeded();
    assertEquals("done\n", outcome.stdout());
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertTrue(outcome.stderr().contains("[tare] profile in " + file), outcome::toString);
  }

  /** What the profiler initialises of the JDK meanwhile would be broken for the application. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void theJdkStaysWholeWhereTheApplicationReplacesAllProperties(Jdk jdk) throws IOException {
    Path directory = Traces.emptyDirectory("properties-" + jdk.feature());
    Outcome outcome =
        JavaRun.on(jdk)
            .profiler(
                "budgetlearn="
                    + directory.resolve("learned")
                    + ",file="
                    + directory.resolve("profile.json"))
            .classPath(Workspace.classes())
            .main(Programs.PACKAGE + "ReplacesProperties")
            .run()
            .succeeded();
    assertEquals("both are there\n", outcome.stdout());
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
  }

  /** All but what the JVM says of shared classes under a security manager: docs/limits.md. */
  private static List<String> linesButOfSharing(Outcome outcome) {
    return outcome.otherErrorLines().stream()
        .filter(line -> !line.contains("Sharing is only supported for boot loader classes"))
        .toList();
  }

  @Test
  void nativeAccessIsDenied() throws IOException {
    Path file = Workspace.output("native-access").resolve("profile.json");
    Outcome outcome =
        JavaRun.on(Jdk.of(25))
            .profiler("metric=cpu,include=dev.tare.it.program.*,file=" + file)
            .options("--illegal-native-access=deny")
            .classPath(Workspace.classes())
            .main(Programs.PACKAGE + "Prints")
            .run()
            .succeeded();
    assertEquals("to standard output\n", outcome.stdout());
    assertEquals(1, outcome.otherErrorLines().size(), outcome::toString);
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertTrue(RealProgram.calls(Programs.read(file), Programs.PACKAGE + "Prints") > 1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--illegal-native-access=deny", "--illegal-native-access=warn"})
  void nobodyElsesNativeAccessChanges(String access) throws IOException {
    Path file = Workspace.output("native-access").resolve("others.json");
    Outcome plain = loadsALibrary(JavaRun.on(Jdk.of(25)), access);
    Outcome profiled =
        loadsALibrary(
            JavaRun.on(Jdk.of(25))
                .profiler("metric=cpu,include=dev.tare.it.program.*,file=" + file),
            access);
    assertEquals(access.endsWith("deny"), plain.stdout().contains("IllegalCallerException"));
    assertEquals(access.endsWith("warn"), plain.stderr().contains("LoadsALibrary"));
    assertEquals(plain.stdout(), profiled.stdout());
    assertEquals(plain.otherErrorLines(), profiled.otherErrorLines());
    assertEquals(2, profiled.profilerLines().size(), profiled::toString);
  }

  private static Outcome loadsALibrary(JavaRun run, String access) {
    return run.options(access)
        .classPath(Workspace.classes())
        .main(Programs.PACKAGE + "LoadsALibrary")
        .run()
        .succeeded();
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void theApplicationsClassesComeFromAnArchive(Jdk jdk) throws IOException {
    Path directory = Traces.emptyDirectory("archive-" + jdk.feature());
    Path jar = jarOf(directory, Programs.PACKAGE + "Prints");
    Path archive = directory.resolve("classes.jsa");
    prints(jdk, jar).options("-XX:ArchiveClassesAtExit=" + archive).run().succeeded();
    assertTrue(Files.size(archive) > 0);
    Path file = directory.resolve("profile.json");
    String use = "-XX:SharedArchiveFile=" + archive;
    // Any agent brings a module that was not there when the archive was made, and JDK 25 says so.
    String[] options =
        jdk.feature() < 25 ? new String[] {use} : new String[] {use, "-Xlog:disable"};
    Outcome plain = prints(jdk, jar).options(options).run();
    Outcome profiled = prints(jdk, jar).profiler("file=" + file).options(options).run();
    assertEquals(plain.exitStatus(), profiled.exitStatus(), profiled::toString);
    assertEquals(plain.stdout(), profiled.stdout());
    assertEquals(plain.otherErrorLines(), profiled.otherErrorLines());
    assertEquals(2, profiled.profilerLines().size(), profiled::toString);
    // main, and all of 2^10 - 1 calls of the two that call each other
    assertEquals(1024, RealProgram.calls(Programs.read(file), Programs.PACKAGE + "Prints"));
  }

  /** Archives hold no class that was verified otherwise than by default. */
  private static JavaRun prints(Jdk jdk, Path jar) {
    return JavaRun.on(jdk).classPath(jar).main(Programs.PACKAGE + "Prints");
  }

  private static Path jarOf(Path directory, String className) throws IOException {
    Path jar = directory.resolve("program.jar");
    String entry = className.replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out)) {
      zip.putNextEntry(new JarEntry(entry));
      Files.copy(Workspace.classes().resolve(entry), zip);
    }
    return jar;
  }

  private static Path policy(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("policy"),
        """
        grant codeBase "%s" {
          permission java.util.PropertyPermission "java.version", "read";
          permission java.lang.RuntimePermission "exitVM.0";
        };
        """
            .formatted(Workspace.classes().toUri()));
  }

  private static Outcome underASecurityManager(JavaRun run, Path policy, String exit) {
    return run.options("-Djava.security.manager", "-Djava.security.policy==" + policy)
        .classPath(Workspace.classes())
        .main(ASKS, policy.resolveSibling("forbidden").toString(), exit)
        .run()
        .succeeded();
  }
}
