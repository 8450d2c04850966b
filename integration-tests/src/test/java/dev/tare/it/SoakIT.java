package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.SourceFolder;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A Spring Boot application under steady load for minutes, plain and in both modes: no answer is
 * wrong, and what it uses of memory stops growing. How long answers take is written down, and not
 * judged: that is the machine's affair.
 */
@Tag("soak")
@Isolated("it measures throughput and memory")
class SoakIT {
  private static final long SECONDS = Long.getLong("tare.it.soak.seconds", 300);
  private static final int REQUESTS_PER_SECOND = 50;
  private static final double MEGABYTE = 1e6;

  @Test
  void memoryStopsGrowing() throws IOException {
    Path file = Workspace.output("soak").resolve("profile.json");
    StringBuilder table =
        new StringBuilder(
            "| run | requests | class loaders | p50 ms | p90 | p99 | p99.9 | max |"
                + " heap MB, each tenth of the time | resident MB |\n"
                + "|---|---|---|---|---|---|---|---|---|---|\n");
    StringBuilder kinds =
        new StringBuilder("| run | what grew after the third tenth, MB |\n|---|---|\n");
    for (String mode : List.of("plain", "sampled", "full")) {
      JavaRun run = JavaRun.on(Jdk.running());
      if (!mode.equals("plain")) {
        run.profiler("mode=" + mode + ",file=" + file);
      }
      Outcome outcome = soak(run);
      table.append(line(mode, outcome));
      kinds.append(growth(mode, outcome));
      Files.writeString(Workspace.output("soak").resolve("soak.md"), table + "\n" + kinds);
      assertEquals(0, numbers(outcome, "failures", 1).findFirst().orElse(-1));
      // The first tenths are the JVM's to warm up in.
      assertFlat(numbers(outcome, "memory", 2).toArray(), "heap", table);
      assertFlat(numbers(outcome, "memory", 3).toArray(), "resident memory", table);
      assertFlat(numbers(outcome, "memory", 4).toArray(), "loaded classes", table);
      if (!mode.equals("plain")) {
        Profile profile = Programs.read(file);
        long loaders = numbers(outcome, "loaders", 1).sum();
        // A constructor and two methods.
        assertEquals(3 * loaders, RealProgram.calls(profile, "dev.tare.it.targets.Leaf"));
      }
    }
  }

  private static Outcome soak(JavaRun run) throws IOException {
    Path spring = Workspace.program("spring-boot");
    Path histogram = Workspace.program("hdr");
    return run.options("-Xmx512m", "-XX:+UseSerialGC", "-XX:NativeMemoryTracking=summary")
        .patience(Duration.ofSeconds(10 * SECONDS + 300))
        .classPath(
            Workspace.classes(),
            SourceFolder.compile("spring", spring, histogram),
            spring.resolve("*"),
            histogram.resolve("*"))
        .main(
            "dev.tare.it.spring.Soak",
            Long.toString(SECONDS),
            Integer.toString(REQUESTS_PER_SECOND))
        .run()
        .succeeded();
  }

  /** The middle of the second half is at most a quarter above that of the tenths before. */
  private static void assertFlat(long[] tenths, String what, CharSequence table) {
    double early = LongStream.of(tenths).skip(2).limit(4).average().orElseThrow();
    double late = LongStream.of(tenths).skip(6).average().orElseThrow();
    assertTrue(late <= early * 1.25, () -> what + " grows: " + late + " after " + early + table);
  }

  private static String line(String mode, Outcome outcome) {
    double[] latencies =
        numbers(outcome, "latency", 2).mapToDouble(micros -> micros * 1e-3).toArray();
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %,d | %.1f | %.1f | %.1f | %.1f | %.1f | %s | %s |%n",
        mode,
        numbers(outcome, "requests", 1).sum(),
        numbers(outcome, "loaders", 1).sum(),
        latencies[0],
        latencies[1],
        latencies[2],
        latencies[3],
        latencies[4],
        megabytes(numbers(outcome, "memory", 2)),
        megabytes(numbers(outcome, "memory", 3)));
  }

  /** By what the JVM says that it took memory for; less than a tenth of a megabyte left out. */
  private static String growth(String mode, Outcome outcome) {
    List<String> kinds =
        outcome
            .stdout()
            .lines()
            .filter(line -> line.startsWith("native "))
            .map(line -> line.split(" ", -1))
            .filter(part -> Math.abs(grown(part)) >= 0.1)
            .map(part -> String.format(Locale.ROOT, "%s %.1f", part[1], grown(part)))
            .toList();
    return "| " + mode + " | " + String.join(", ", kinds) + " |\n";
  }

  private static double grown(String[] part) {
    return (Long.parseLong(part[3]) - Long.parseLong(part[2])) / MEGABYTE;
  }

  private static String megabytes(LongStream bytes) {
    return String.join(
        " ", bytes.mapToObj(each -> String.format(Locale.ROOT, "%.0f", each / MEGABYTE)).toList());
  }

  private static LongStream numbers(Outcome outcome, String key, int column) {
    return outcome
        .stdout()
        .lines()
        .filter(line -> line.startsWith(key + " "))
        .mapToLong(line -> Long.parseLong(line.split(" ", -1)[column]));
  }
}
