package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.check.Shape;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs log what they do; the profile says the same. */
@Order(5)
@Execution(ExecutionMode.CONCURRENT)
class ExactnessIT {
  private static final int THREADS = 7;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void callsAndShapeOfEveryThreadAreWhatTheProgramDid(Configuration configuration)
      throws IOException {
    Path logs = Workspace.output("exactness/" + configuration.fileName());
    Path file = Programs.profileFile("exactness", configuration);
    String[] arguments = {"20261121", "" + THREADS, "25000", logs.toString()};
    Programs.profiled(configuration, file, "RandomCalls", arguments).run().succeeded();
    Profile profile = Programs.read(file);
    for (int i = 0; i < THREADS; i++) {
      ThreadProfile thread = Programs.thread(profile, "random-" + i);
      Shape truth = Shape.ofLog(logs.resolve(thread.name()));
      List<String> differences = Shape.of(profile, thread.tree(), "run").differences(truth);
      assertEquals("", String.join("\n", differences), thread.name());
    }
  }
}
