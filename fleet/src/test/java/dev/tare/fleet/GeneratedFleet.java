package dev.tare.fleet;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.FoldedProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Profiles of a fleet, made from a real one: each of another JVM and minute, with its own load, its
 * own speed and its own rare paths, the same for the same seed. In version 1.5 one method takes a
 * third longer than in version 1.4.
 */
public final class GeneratedFleet {
  private static final Instant FIRST = Instant.parse("2026-11-20T00:00:00Z");

  private final Profile real;
  private final int slowMethod;
  private final long seed;
  private final int hosts;

  /**
   * A fleet.
   *
   * @param real what all profiles are like
   * @param hosts JVMs, each of which writes a profile a minute
   */
  public GeneratedFleet(Profile real, long seed, int hosts) {
    this.real = real;
    this.seed = seed;
    this.hosts = hosts;
    slowMethod = hottest(real);
  }

  /**
   * Writes so many profiles as JSON, gzipped: arguments REAL, FOLDER, COUNT, HOSTS, SEED, NODES. Of
   * REAL, small nodes are folded until it has no more than NODES.
   */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[1]));
    GeneratedFleet fleet =
        new GeneratedFleet(
            folded(ProfileReader.read(Path.of(args[0])), Integer.parseInt(args[5])),
            Long.parseLong(args[4]),
            Integer.parseInt(args[3]));
    IntStream.range(0, Integer.parseInt(args[2]))
        .parallel()
        .forEach(
            number -> {
              try {
                Path of = Files.createDirectories(folder.resolve("" + number / 1000));
                ProfileWriter.write(
                    fleet.profile(number), of.resolve("profile-" + number + ".json.gz"));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    System.out.println("slower in 1.5: " + fleet.slowMethod().qualifiedName());
  }

  private static Profile folded(Profile real, int nodes) {
    Profile folded = real;
    for (double share = 1e-9; nodes(folded) > nodes; share *= 1.2) {
      folded = FoldedProfile.of(real, share).profile();
    }
    return folded;
  }

  private static int nodes(Profile profile) {
    return profile.threads().stream().mapToInt(thread -> thread.tree().size()).sum();
  }

  /** The method that is slower in version 1.5. */
  public MethodInfo slowMethod() {
    return real.methods().get(slowMethod);
  }

  private static int hottest(Profile profile) {
    long[] self = new long[profile.methods().size()];
    for (ThreadProfile thread : profile.threads()) {
      for (int node = 1; node < thread.tree().size(); node++) {
        self[thread.tree().method(node)] += thread.tree().self(node) - thread.tree().waiting(node);
      }
    }
    return IntStream.range(0, self.length).reduce((a, b) -> self[a] >= self[b] ? a : b).orElse(0);
  }

  /** One of them, the same each time. */
  public Profile profile(int number) {
    int host = number % hosts;
    int minute = number / hosts;
    Random ofHost = new Random(seed * 31 + host);
    double speed = Math.exp(0.05 * ofHost.nextGaussian());
    Random random = new Random(seed * 1_000_003 + number);
    double load = Math.exp(0.3 * random.nextGaussian());
    boolean isNew = host % 2 == 1;
    List<ThreadProfile> threads = new ArrayList<>();
    for (ThreadProfile thread : real.threads()) {
      threads.add(
          new ThreadProfile(
              thread.id(),
              thread.name(),
              thread.virtual(),
              thread.alive(),
              thread.events(),
              thread.interruptions(),
              tree(thread.tree(), random, load, speed, isNew),
              thread.cpuSamples()));
    }
    RunInfo run = real.run();
    Instant started = FIRST.plus(Duration.ofMinutes(minute)).plusMillis(random.nextInt(1000));
    long nanos = Duration.ofMinutes(1).toNanos();
    return new Profile(
        real.profiler(),
        new RunInfo(
            started,
            nanos,
            1000 + host,
            run.command(),
            "orders-" + host,
            run.os(),
            run.cpu(),
            run.cpus(),
            run.jvm(),
            List.of(new RunInfo.Window(started, nanos)),
            null,
            Map.of("service", "orders", "version", isNew ? "1.5" : "1.4"),
            ""),
        real.settings(),
        real.metric(),
        real.methods(),
        threads,
        real.calibration(),
        real.skipped(),
        real.limits());
  }

  private CallTree tree(CallTree of, Random random, double load, double speed, boolean isNew) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int[] built = new int[of.size()];
    for (int node = 0; node < built.length; node++) {
      int method = of.method(node);
      if (node > 0) {
        int parent = built[of.parent(node)];
        // One leaf in fifty is a path that this minute did not take.
        boolean isLeaf = node + 1 == built.length || of.parent(node + 1) != node;
        if (parent < 0 || (isLeaf && random.nextInt(50) == 0)) {
          built[node] = -1;
          continue;
        }
        built[node] = tree.add(parent, method);
      }
      double calls = of.calls(node) * load * Math.exp(0.2 * random.nextGaussian());
      double part = of.calls(node) == 0 ? load : calls / of.calls(node);
      double slower = isNew && method == slowMethod ? 4 / 3.0 : 1;
      double noise = speed * slower * Math.exp(0.1 * random.nextGaussian());
      tree.calls(built[node], node == 0 ? of.calls(0) : Math.max(1, Math.round(calls)))
          .self(built[node], Math.round(of.self(node) * part * noise))
          .overhead(built[node], Math.round(of.overhead(node) * part))
          .exceptions(built[node], Math.round(of.exceptions(node) * part))
          .waiting(built[node], Math.round(of.waiting(node) * part * noise));
      if (of.callsKind(node) != CallsKind.EXACT) {
        long known = Math.max(1, Math.round(calls));
        tree.callsKnown(built[node], of.callsKind(node), known, 2 * known);
      }
    }
    return tree.build();
  }
}
