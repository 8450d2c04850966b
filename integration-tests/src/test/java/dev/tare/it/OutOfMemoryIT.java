package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A heap with no room for the call tree. */
class OutOfMemoryIT {

  /** On later ones a heap that is full to the last byte takes minutes of collections. */
  static Stream<Configuration> onTheOldestJdk() {
    return Configuration.all().filter(configuration -> configuration.jdk().feature() == 17);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
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
    assertTrue(profile.limits().callsPastMaxnodes() > 0, profile.limits()::toString);
  }

  /**
   * A thread's counter is opened by another thread, which finds no memory either: it neither dies
   * of that nor lets anybody wait for it.
   */
  @ParameterizedTest
  @MethodSource("onTheOldestJdk")
  void threadsThatBeginThenEndAsUsual(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("threads-out-of-memory", configuration);
    Outcome outcome =
        JavaRun.profiled(configuration, file, "include=dev.tare.it.program.*", "metric=cpu")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "ThreadsOutOfMemory")
            .options("-Xmx24m", "-XX:+UseSerialGC")
            .run()
            .succeeded();
    assertEquals("done", outcome.stdout().strip());
    // The JVM itself may complain of not being able to call an agent.
    assertFalse(outcome.stderr().contains("tare-counters"), outcome::toString);
    long ofTraining =
        outcome.profilerLines().stream().filter(line -> line.contains("training failed")).count();
    assertTrue(ofTraining <= 1, outcome::toString); // It may be what finds no memory.
    // The two lines; one at most when a thread goes without, and one in the end that counts them.
    assertTrue(outcome.profilerLines().size() - ofTraining <= 4, outcome::toString);
    Programs.read(file);
  }
}
