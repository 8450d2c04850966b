package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jar needs nothing around it, wherever it lies. */
class JarPlacesIT {

  static Stream<Jdk> everyJdk() {
    return Jdk.all().stream();
  }

  @ParameterizedTest
  @MethodSource("everyJdk")
  void itWorksFromAFolderWithSpacesInItsName(Jdk jdk) throws IOException {
    Path folder = Workspace.output("packed jar/with %20 and + in " + jdk.feature());
    Path jar = copyOfTheJar(folder, "the profiler.jar");
    Path file = folder.resolve("a profile.json");
    JavaRun.on(jdk)
        .agent(jar, "include=dev.tare.it.program.*,file=" + file)
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
  @MethodSource("everyJdk")
  void itWorksWithTheJvmsOwnChoiceOfWhatToVerify(Jdk jdk) throws IOException {
    Path file = Workspace.output("packed jar/defaults").resolve(jdk.feature() + ".json");
    Outcome outcome =
        JavaRun.on(jdk)
            .withDefaultVerification()
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
  @MethodSource("everyJdk")
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

  private static Path copyOfTheJar(Path folder, String name) throws IOException {
    return Files.copy(
        Workspace.profilerJar(), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }
}
