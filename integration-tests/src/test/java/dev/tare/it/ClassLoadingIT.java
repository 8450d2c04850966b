package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Outcome;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;

/** Classes that are woven at bad moments. */
class ClassLoadingIT {
  private static final int CHAINS = 60;
  private static final int LENGTH = 12;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void twoLoadersThatNeedEachOtherDoNotWaitForEachOther(Configuration configuration)
      throws IOException, URISyntaxException {
    Path file = Programs.profileFile("each-other", configuration);
    Path asm =
        Path.of(ClassWriter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Outcome outcome =
        Programs.profiled(configuration, file, "ClassesNeedEachOther")
            .classPath(asm)
            .run()
            .succeeded();
    assertEquals(CHAINS * LENGTH + " classes loaded\n", outcome.stdout(), outcome::toString);
    Profile profile = Programs.read(file);
    for (int number = 0; number < LENGTH; number++) {
      // Two ends are made for each chain; the last link is in one of them only.
      int made = number == LENGTH - 1 ? CHAINS : 2 * CHAINS;
      assertEquals(made, RealProgram.calls(profile, Programs.PACKAGE + "Link" + number));
    }
    assertTrue(profile.skipped().isEmpty(), profile.skipped()::toString);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void aClassThatWasLoadedOutOfStackDoesNotSpoilOthers(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("out-of-stack", configuration);
    Outcome outcome = Programs.profiled(configuration, file, "LoadsOutOfStack").run().succeeded();
    assertEquals("300\n4006\n", outcome.stdout(), outcome::toString);
    // Where not even an agent can be called, the JVM says so by itself, for each class.
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    // Not by Programs.read: out of stack a node may be made, and the call then not begin.
    Profile profile = ProfileReader.read(file);
    // Ten constructors, and as many other methods.
    assertEquals(20, RealProgram.calls(profile, Programs.PACKAGE + "LoadsOutOfStack$Branching"));
  }
}
