package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Outcome;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A heap with no room for the call tree. */
class OutOfMemoryIT {

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void theProgramGoesOnAndEveryCallIsCounted(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("out-of-memory", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "OutOfMemory")
            .options("-Xmx24m", "-XX:+UseSerialGC")
            .run()
            .succeeded();
    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "main").tree();
    long calls = IntStream.range(1, tree.size()).mapToLong(tree::calls).sum();
    assertEquals(outcome.stdout().strip(), Long.toString(calls));
    assertTrue(profile.lost().callsPastMaxnodes() > 0, profile.lost()::toString);
  }
}
