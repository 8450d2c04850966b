package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An application that stops every other thread of its group: {@code Thread.stop}, JDK 17. The
 * profiler's are in another.
 */
class StoppedThreadsIT {
  private static final String PROGRAM = Programs.PACKAGE + "StopsAllThreads";
  private static final int TRIES = 3;

  @ParameterizedTest
  @ValueSource(strings = {"metric=time", "metric=cpu", "mode=sampled", "cpusamples=10ms"})
  void theProfileIsWrittenAsIfNobodyHadBeenStopped(String options) throws IOException {
    Path directory = Traces.emptyDirectory("stopped threads/" + options);
    for (int attempt = 0; attempt < TRIES; attempt++) {
      String millis = Integer.toString(200 + 300 * attempt);
      Path file = directory.resolve(millis + ".json");
      // Nothing is known of overheads in here, so that it trains.
      Path cache = Files.createTempDirectory(directory, "cache");
      Outcome outcome =
          JavaRun.on(Jdk.of(17))
              .profiler(options + ",calstats=auto,include=dev.tare.it.program.*,file=" + file)
              .cache(cache)
              .classPath(Workspace.classes())
              .main(PROGRAM, millis, "true")
              .run()
              .succeeded();
      assertEquals(
          1_000,
          RealProgram.calls(
              Programs.read(file),
              method -> method.className().equals(PROGRAM) && method.name().equals("called")),
          outcome::toString);
      assertEquals(List.of(), outcome.otherErrorLines(), outcome::toString);
      assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    }
  }
}
