package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Outcome;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that starts and stops the profiler itself, by its API. */
class StartsAndStopsIT {
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#fullOnTheOldest")
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
}
