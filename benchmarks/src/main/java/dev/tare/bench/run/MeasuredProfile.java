package dev.tare.bench.run;

import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of one of Tare's profiles that counts: the subtrees under calls of a method that marks
 * the measured rounds, those calls included.
 *
 * @param rounds calls of the marking method
 * @param allRounds those that do not count, too
 * @param methods sums over those subtrees, by method
 * @param allCalls calls in all of the run, by method
 * @param skipped methods that were left uninstrumented
 * @param shown nanoseconds of each method itself as a report shows them: told apart by samples
 *     where a budget left methods without readings
 */
public record MeasuredProfile(
    long rounds,
    long allRounds,
    Map<MethodKey, Sums> methods,
    Map<MethodKey, Long> allCalls,
    Set<MethodKey> skipped,
    Map<MethodKey, Double> shown) {

  /**
   * Sums over all contexts of a method.
   *
   * @param calls times that it was called
   * @param self nanoseconds in the method itself, without waiting, overhead subtracted
   * @param overhead nanoseconds that were subtracted
   */
  public record Sums(long calls, long self, long overhead) {
    Sums plus(Sums other) {
      return new Sums(calls + other.calls, self + other.self, overhead + other.overhead);
    }
  }

  /**
   * Reads a profile.
   *
   * @param marker the class whose method {@code measured} is the marking one, and whose other
   *     methods call rounds that do not count
   */
  public static MeasuredProfile read(Path file, Class<?> marker) throws IOException {
    Profile profile = ProfileReader.read(file);
    List<MethodInfo> infos = profile.methods();
    Map<MethodKey, Sums> methods = new HashMap<>();
    Map<MethodKey, Long> allCalls = new HashMap<>();
    long rounds = 0;
    long allRounds = 0;
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree().working();
      boolean[] measured = new boolean[tree.size()];
      for (int node = 1; node < tree.size(); node++) {
        MethodInfo method = infos.get(tree.method(node));
        boolean isOfMarker = method.className().equals(marker.getName());
        boolean marks = isOfMarker && method.name().equals("measured");
        measured[node] = marks || measured[tree.parent(node)];
        allRounds += isOfMarker ? tree.calls(node) : 0;
        allCalls.merge(MethodKey.of(method), tree.calls(node), Long::sum);
        if (marks) {
          rounds += tree.calls(node);
        }
        if (measured[node]) {
          Sums sums = new Sums(tree.calls(node), tree.self(node), tree.overhead(node));
          methods.merge(MethodKey.of(method), sums, Sums::plus);
        }
      }
    }
    if (rounds == 0) {
      throw new IOException(file + " has no call of " + marker.getName() + ".measured");
    }
    Set<MethodKey> skipped = new HashSet<>();
    for (SkippedMethod method : profile.skipped()) {
      skipped.add(new MethodKey(method.className(), method.name(), method.descriptor()));
    }
    Map<MethodKey, Double> self = new HashMap<>();
    methods.forEach((method, sums) -> self.put(method, (double) sums.self()));
    return new MeasuredProfile(rounds, allRounds, methods, allCalls, skipped, self);
  }

  /** The same, of which a report shows this. */
  MeasuredProfile showing(Map<MethodKey, Double> self) {
    return new MeasuredProfile(rounds, allRounds, methods, allCalls, skipped, self);
  }

  /**
   * Calls of a method in all of a run that does what this run did, in so many rounds: each of them
   * as those that count, and what came beside once.
   */
  public double callsIn(long otherRounds, MethodKey method) {
    Sums measured = methods.getOrDefault(method, new Sums(0, 0, 0));
    double perRound = (double) measured.calls() / rounds;
    return allCalls.getOrDefault(method, 0L) + (otherRounds - allRounds) * perRound;
  }

  /** Calls of all methods in one round. */
  public double callsPerRound() {
    return methods.values().stream().mapToLong(Sums::calls).sum() / (double) rounds;
  }

  /** Self nanoseconds of all methods in one round. */
  public double selfPerRound() {
    return methods.values().stream().mapToLong(Sums::self).sum() / (double) rounds;
  }
}
