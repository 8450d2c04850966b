package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.AgentJar;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.program.DefinesWhileStarting;
import dev.tare.it.program.LoadsWhileStarting;
import dev.tare.it.runner.WaitingAgent;
import dev.tare.profile.CallTree;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that starts and stops the profiler itself, by its API. */
class StartsAndStopsIT {
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void whereAnotherThreadComesFirstNothingIsThrown(Configuration configuration) throws IOException {
    Outcome outcome =
        Programs.profiled(
                configuration,
                Programs.profileFile("starts-and-stops", configuration),
                "StartsAndStops")
            .run()
            .succeeded();
    assertEquals("nothing was thrown\n", outcome.stdout());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void aClassThatIsBeingDefinedMeanwhileGetsItsProbesLater(Configuration configuration)
      throws IOException {
    Path profile = Programs.profileFile("loads-while-starting", configuration);
    JavaRun.profiled(configuration, profile, "include=dev.tare.it.program.*,start=delayed")
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(LoadsWhileStarting.class.getName())
        .agent(
            AgentJar.of(WaitingAgent.class, profile.resolveSibling(".")),
            LoadsWhileStarting.Late.class.getName())
        .run()
        .succeeded();
    assertEquals(
        LoadsWhileStarting.CALLS, Programs.sum(Programs.read(profile), "step", CallTree::calls));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void allClassesThatThreadsDefineMeanwhileGetTheirProbes(Configuration configuration)
      throws IOException {
    Path profile = Programs.profileFile("defines-while-starting", configuration);
    Outcome outcome =
        JavaRun.profiled(
                configuration,
                profile,
                "include=" + DefinesWhileStarting.Step.class.getName() + ",start=delayed")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(DefinesWhileStarting.class.getName())
            .run()
            .succeeded();
    assertEquals(
        (long) DefinesWhileStarting.CALLS * Integer.parseInt(outcome.stdout().strip()),
        Programs.sum(Programs.read(profile), "run", CallTree::calls));
  }
}
