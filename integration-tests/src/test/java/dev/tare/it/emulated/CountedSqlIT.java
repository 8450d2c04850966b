package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.emulated.EmulatedMachine.Counters;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program that does little but call, H2, counted in instructions, which no neighbour disturbs.
 */
@Tag("nightly")
@Tag("emulated")
@ResourceLock(EmulatedMachine.FOLDERS)
class CountedSqlIT {
  private static final String PROGRAM = "dev.tare.it.program.CountedSql";
  private static final String COUNTED = "round ";

  /**
   * So many rounds until what they call is compiled, and so many that count. Alone, a round is a
   * thirtieth as long, and compilers get as much less done meanwhile: the hundredth still has twice
   * the instructions of the fifteen-hundredth.
   */
  private static final String ROUNDS = " 100 10";

  private static final String ROUNDS_ALONE = " 1500 10";

  private static final Path H2 = Path.of(System.getProperty("tare.it.programs"), "h2", "h2.jar");

  @ParameterizedTest(name = "JDK {0}")
  @ValueSource(ints = {17, 25})
  void mostOfTheOverheadIsSubtracted(int jdk) throws Exception {
    Path out =
        EmulatedMachine.run(
            jdk,
            Counters.YES,
            List.of(H2),
            "echo 1 > /proc/sys/kernel/perf_user_access",
            "java -cp /job/programs:/job/h2.jar:/job/profiler.jar "
                + PROGRAM
                + ROUNDS_ALONE
                + " alone > /out/alone",
            "java -javaagent:/job/profiler.jar=metric=instructions,budget=off,file=/out/sql.json"
                + " -cp /job/programs:/job/h2.jar "
                + PROGRAM
                + ROUNDS);
    long[] truth =
        Files.readAllLines(out.resolve("alone")).stream()
            .filter(line -> line.startsWith(COUNTED))
            .mapToLong(line -> Long.parseLong(line.substring(COUNTED.length())))
            .sorted()
            .toArray();
    Profile profile = ProfileReader.read(out.resolve("sql.json"));
    Counted counted = Counted.below(profile, "measured");
    System.out.printf(
        "JDK %d, H2, millions of instructions a round: truth %.1f (%.1f..%.1f), raw %.1f,"
            + " calibrated %.1f; %.2f million intervals%n",
        jdk,
        truth[truth.length / 2] / 1e6,
        truth[0] / 1e6,
        truth[truth.length - 1] / 1e6,
        counted.raw / 1e6 / truth.length,
        counted.self / 1e6 / truth.length,
        counted.intervals / 1e6 / truth.length);

    assertEquals("instructions", profile.metric().name());
    long all = truth.length * truth[truth.length / 2];
    assertTrue(counted.self > all / 2, () -> counted + " of " + all);
    assertTrue(counted.self < all + (counted.raw - all) / 10, () -> counted + " of " + all);
  }

  /** What a profile says of a part of it. */
  private record Counted(long self, long raw, long intervals) {
    /** Of all threads, below the calls of this method. */
    static Counted below(Profile profile, String method) {
      Counted all = new Counted(0, 0, 0);
      for (var thread : profile.threads()) {
        CallTree tree = thread.tree();
        boolean[] inside = new boolean[tree.size()];
        for (int node = 1; node < tree.size(); node++) {
          int parent = tree.parent(node);
          inside[node] =
              inside[parent] || profile.methods().get(tree.method(node)).name().equals(method);
          if (inside[node]) {
            all =
                new Counted(
                    all.self + tree.self(node),
                    all.raw + tree.self(node) + tree.overhead(node),
                    all.intervals + 2 * tree.calls(node));
          }
        }
      }
      return all;
    }
  }
}
