package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jar needs nothing around it, wherever it lies. */
@Order(6)
class JarPlacesIT {

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void itWorksFromAFolderWithSpacesInItsName(Jdk jdk) throws IOException {
    Path folder = Workspace.output("packed jar/with %20 and + in " + jdk.feature());
    Path jar = copyOfTheJar(folder, "the profiler.jar");
    Path file = folder.resolve("a profile.json");
    JavaRun.on(jdk)
        .agent(jar, ProfilerOptions.withDefaults("include=dev.tare.it.program.*,file=" + file))
        .classPath(TargetClasses.of(jdk).classes())
        .main(Programs.PACKAGE + "Prints")
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    assertTrue(RealProgram.calls(profile, Programs.PACKAGE + "Prints") > 1000);
    Outcome report =
        JavaRun.on(jdk).options("-jar", jar.toString()).main("report", file.toString()).run();
    assertTrue(report.succeeded().stdout().contains("Prints.spread"), report::toString);
    assertEquals("", report.stderr());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void itWorksWithTheJvmsOwnChoiceOfWhatToVerify(Jdk jdk) throws IOException {
    Path file = Workspace.output("packed jar/defaults").resolve(jdk.feature() + ".json");
    Outcome outcome =
        JavaRun.on(jdk)
            .profiler("include=dev.tare.it.program.*:java.util.ArrayList,file=" + file)
            .classPath(TargetClasses.of(jdk).classes())
            .main(Programs.PACKAGE + "JdkCollections")
            .run()
            .succeeded();
    assertEquals("100\n", outcome.stdout());
    assertEquals(2, outcome.stderr().lines().count(), outcome::toString);
    assertTrue(RealProgram.calls(Programs.read(file), "java.util.ArrayList") >= 100);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void itTrainsUnderAnotherName(Jdk jdk) throws IOException {
    Path folder = Workspace.output("renamed jar/" + jdk.feature());
    Path jar = copyOfTheJar(folder, "tare-1.0.jar");
    Path file = folder.resolve("statistics.json");
    Files.deleteIfExists(file);
    JavaRun.on(jdk)
        .options("-jar", jar.toString())
        .main("train", "-o", file.toString())
        .run()
        .succeeded();
    assertTrue(Files.readString(file).contains("tare-calstats"));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void anotherNameChangesNothing(Jdk jdk) throws IOException {
    Path folder = Traces.emptyDirectory("jar alone/" + jdk.feature());
    itWorksAsEver(jdk, folder, copyOfTheJar(folder, "tare-9.jar"));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void whatLiesBesideItUnderItsUsualNameIsNotLookedAt(Jdk jdk) throws IOException {
    Path folder = Traces.emptyDirectory("jar with neighbours/" + jdk.feature());
    Path jar = copyOfTheJar(folder, "tare-9.jar");
    Path neighbour = folder.resolve("profiler.jar");
    Files.createFile(neighbour);
    itWorksAsEver(jdk, folder, jar);
    Files.writeString(neighbour, "no jar");
    itWorksAsEver(jdk, folder, jar);
    OtherVersion.at(neighbour);
    itWorksAsEver(jdk, folder, jar);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void itWorksFromAFolderNamedInAnotherScript(Jdk jdk) throws IOException {
    Path folder = Traces.emptyDirectory("jar in a folder/Größe 測 " + jdk.feature());
    itWorksAsEver(jdk, folder, copyOfTheJar(folder, "Tare é.jar"));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void itWorksThroughASymbolicLink(Jdk jdk) throws IOException {
    Path folder = Traces.emptyDirectory("jar by link/" + jdk.feature());
    Path jar = copyOfTheJar(Files.createDirectory(folder.resolve("versions")), "tare-9.jar");
    OtherVersion.at(folder.resolve("profiler.jar"));
    itWorksAsEver(jdk, folder, Files.createSymbolicLink(folder.resolve("tare.jar"), jar));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void anotherVersionThatComesFirstOnTheClassPathIsNamed(Jdk jdk) throws IOException {
    Path folder = Traces.emptyDirectory("jar on the class path/" + jdk.feature());
    Path other = OtherVersion.at(folder.resolve("other.jar"));
    Outcome outcome =
        JavaRun.on(jdk)
            .profiler("file=" + folder.resolve("profile.json"))
            .classPath(other, TargetClasses.of(jdk).classes())
            .main(Programs.PACKAGE + "Prints")
            .run()
            .succeeded();
    assertEquals("to standard output\n", outcome.stdout());
    List<String> said = outcome.profilerLines();
    assertEquals(1, said.size(), outcome::toString);
    assertTrue(said.get(0).startsWith("[tare] not profiling, because "), outcome::toString);
    assertTrue(said.get(0).contains(other.toString()), outcome::toString);
  }

  /** With the application's own lines on standard error, and no warning of the JVM beside them. */
  private static void itWorksAsEver(Jdk jdk, Path folder, Path jar) throws IOException {
    Path file = folder.resolve("profile.json");
    Files.deleteIfExists(file);
    Outcome outcome =
        JavaRun.on(jdk)
            .agent(jar, ProfilerOptions.withDefaults("include=dev.tare.it.program.*,file=" + file))
            .environment("LC_ALL", "C.UTF-8") // for names of files
            .classPath(TargetClasses.of(jdk).classes())
            .main(Programs.PACKAGE + "Prints")
            .run()
            .succeeded();
    assertEquals("to standard output\n", outcome.stdout());
    assertEquals(List.of("to standard error"), outcome.otherErrorLines());
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertEquals(1024, RealProgram.calls(Programs.read(file), Programs.PACKAGE + "Prints"));
  }

  private static Path copyOfTheJar(Path folder, String name) throws IOException {
    return Files.copy(
        Workspace.profilerJar(), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }
}
