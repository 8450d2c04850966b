package dev.tare.fleet;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.report.sum.FoldedProfile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Profiles that the agent wrote; src/test/resources/README.md says how. */
final class RealProfiles {
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final Path VERSION_1 =
      Path.of("../profile/src/test/resources/dev/tare/profile/json/version-1.json");

  private RealProfiles() {}

  /** One of some thousand nodes. */
  static Profile busy() throws IOException {
    return ProfileReader.read(RESOURCES.resolve("compiler-with-budget-10.json.gz"));
  }

  /**
   * Copies others: of a budget with periods and samples, and of version 1.
   *
   * @return the files of each service
   */
  static Map<String, List<Path>> recorded(Path folder) throws IOException {
    List<Path> periods = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(RESOURCES, "compiler-with-budget-*.json.gz")) {
      for (Path file : files) {
        periods.add(Files.copy(file, folder.resolve(file.getFileName().toString())));
      }
    }
    Path version1 = Files.copy(VERSION_1, folder.resolve("version-1.json"));
    return Map.of("ecj.jar", periods, "com.acme.Main", List.of(version1));
  }

  /** The same profile, in which some methods that call others are said to have another tier. */
  static Profile withTier(Profile profile, String tier, int count) {
    Set<Integer> changed = new HashSet<>();
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size() && changed.size() < count; node++) {
        if (tree.parent(node) > 0) {
          changed.add(tree.method(tree.parent(node)));
        }
      }
    }
    List<MethodInfo> methods =
        IntStream.range(0, profile.methods().size())
            .mapToObj(
                i ->
                    changed.contains(i)
                        ? withTier(profile.methods().get(i), tier)
                        : profile.methods().get(i))
            .toList();
    return profile.with(methods, profile.threads());
  }

  /** The same profile, with small nodes folded as {@code minshare} does. */
  static Profile folded(Profile profile, double share) {
    FoldedProfile folded = FoldedProfile.of(profile, share);
    return new Profile(
        profile.profiler(),
        profile.run(),
        profile.settings(),
        profile.metric(),
        profile.methods(),
        folded.profile().threads(),
        profile.calibration(),
        profile.skipped(),
        new Limits(0, folded.folded(), ""));
  }

  /** The same profile, said to be of another mode. */
  static Profile ofMode(Profile profile, String mode) {
    Map<String, String> settings = new TreeMap<>(profile.settings());
    settings.put("mode", mode);
    return new Profile(
        profile.profiler(),
        profile.run(),
        settings,
        profile.metric(),
        profile.methods(),
        profile.threads(),
        profile.calibration(),
        profile.skipped(),
        profile.limits());
  }

  private static MethodInfo withTier(MethodInfo method, String tier) {
    return new MethodInfo(
        method.className(),
        method.name(),
        method.descriptor(),
        method.file(),
        method.line(),
        tier,
        method.origin());
  }

  private static CpuSamples samples(int count, String measures, CallTree stacks) {
    return new CpuSamples("", measures, 100_000, CpuSamples.UNKNOWN, count, 0, 0, 0, stacks);
  }

  /** The same profile, in which a method has no probes, and a thread has samples in it. */
  static Profile withSamples(Profile profile, MethodInfo method, int count, String measures) {
    int number = profile.methods().indexOf(method);
    CallTreeBuilder stacks = new CallTreeBuilder();
    stacks.samples(stacks.add(0, number), count);
    List<MethodInfo> methods = new ArrayList<>(profile.methods());
    methods.set(number, withTier(method, MethodInfo.MERGED));
    List<ThreadProfile> threads = new ArrayList<>();
    for (ThreadProfile thread : profile.threads()) {
      threads.add(
          new ThreadProfile(
              thread.id(),
              thread.name(),
              thread.virtual(),
              thread.alive(),
              thread.events(),
              thread.interruptions(),
              thread.tree(),
              threads.isEmpty() ? samples(count, measures, stacks.build()) : null));
    }
    return profile.with(methods, threads);
  }
}
