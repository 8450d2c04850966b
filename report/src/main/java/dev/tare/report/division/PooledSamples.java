package dev.tare.report.division;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.sum.TreeUnion;
import java.util.Arrays;

/**
 * What samples say of the inside of each method, whatever called it and in whatever thread: a tree
 * whose first level are methods with readings, and below each the chains of methods inside it.
 */
final class PooledSamples {
  private static final int TIERS = SampledTier.values().length;

  private final TreeUnion chains = new TreeUnion();
  private final InsideMethods methods;

  /** In place of the method of samples in no method with readings. */
  private final int outside;

  private long[] samples = new long[16];

  /** Of each node of the first level, those below it too. */
  private long[] totals = new long[16];

  private PooledSamples(Profile profile, InsideMethods methods) {
    this.methods = methods;
    outside = profile.methods().size();
  }

  /** The samples of all threads. */
  static PooledSamples of(Profile profile, InsideMethods methods) {
    PooledSamples pool = new PooledSamples(profile, methods);
    for (ThreadProfile thread : profile.threads()) {
      CpuSamples sampled = thread.cpuSamples();
      if (sampled != null) {
        pool.add(sampled.tree());
      }
    }
    return pool;
  }

  private void add(CallTree tree) {
    int[] place = new int[tree.size()];
    int[] first = new int[tree.size()];
    boolean[] isSubtracted = new boolean[tree.size()];
    place[0] = chains.child(0, TIERS * outside);
    first[0] = place[0];
    for (int node = 1; node < tree.size(); node++) {
      int parent = tree.parent(node);
      int method = tree.method(node);
      SampledTier tier = tree.tier(node);
      boolean isOutside = methods.isOutside(method, tier);
      isSubtracted[node] = methods.isSubtracted(method, tier, isSubtracted[parent]);
      if (isOutside) {
        place[node] = place[parent];
        first[node] = first[parent];
      } else if (tier == SampledTier.OWN) {
        place[node] = chains.child(0, TIERS * method);
        first[node] = place[node];
      } else {
        place[node] = chains.child(place[parent], TIERS * method + tier.number());
        first[node] = first[parent];
      }
      if (!isSubtracted[node] && tree.samples(node) != 0) {
        count(place[node], first[node], tree.samples(node));
      }
    }
  }

  private void count(int place, int first, long count) {
    if (chains.size() > samples.length) {
      samples = Arrays.copyOf(samples, 2 * chains.size());
      totals = Arrays.copyOf(totals, 2 * chains.size());
    }
    samples[place] += count;
    totals[first] += count;
  }

  /** The node of a method with readings; 0 where no sample was in it. */
  int first(int method) {
    return chains.known(0, TIERS * (method == CallTree.NONE ? outside : method));
  }

  /** Samples in a method of the first level, and inside it. */
  long total(int first) {
    return first < totals.length ? totals[first] : 0;
  }

  /** Samples of a node itself. */
  long samples(int node) {
    return node < samples.length ? samples[node] : 0;
  }

  /** Whether any sample was inside a method of the first level, and not in itself. */
  boolean hasInside(int first) {
    return first != 0 && samples(first) < total(first);
  }

  /** How many methods there are. */
  int methodCount() {
    return outside;
  }

  int parent(int node) {
    return chains.parent(node);
  }

  int method(int node) {
    return chains.method(node) / TIERS;
  }

  SampledTier tier(int node) {
    return SampledTier.of(chains.method(node) % TIERS);
  }

  /** For each node of the first level those below it that have samples. */
  int[][] insides() {
    int[] firsts = new int[chains.size()];
    int[] sizes = new int[chains.size()];
    for (int node = 1; node < firsts.length; node++) {
      firsts[node] = chains.parent(node) == 0 ? node : firsts[chains.parent(node)];
      if (firsts[node] != node && samples(node) != 0) {
        sizes[firsts[node]]++;
      }
    }
    int[][] insides = new int[chains.size()][];
    Arrays.setAll(insides, first -> new int[sizes[first]]);
    int[] filled = new int[chains.size()];
    for (int node = 1; node < firsts.length; node++) {
      int first = firsts[node];
      if (first != node && samples(node) != 0) {
        insides[first][filled[first]++] = node;
      }
    }
    return insides;
  }
}
