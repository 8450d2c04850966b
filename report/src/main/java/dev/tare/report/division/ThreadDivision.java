package dev.tare.report.division;

import dev.tare.profile.CallTree;
import dev.tare.profile.SampledTier;
import dev.tare.report.analysis.Quantiles;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.analysis.WilsonInterval;
import dev.tare.report.sum.NodeValues;
import dev.tare.report.sum.TreeUnion;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Divides the self values of one thread's call tree.
 *
 * <p>A stack is followed down the call tree as far as its methods had probes. The last node with
 * readings on that way is the sample's home: the moment of the sample is in that node's self. Of a
 * self value each method inside it gets the part of the home's samples that it has, and as much of
 * the price of probes that was subtracted from it: an error of that is theirs, too. Samples of no
 * method were taken while the profiler itself worked in the thread, such as on a class: that is in
 * no self value.
 *
 * <p>A method without a node in its place, such as a static initialiser that failed, was never
 * open: its time is in the node above. Beyond {@code maxnodes} it is in another place.
 *
 * <p>In sampled mode a self value is an estimate itself: one reading in each period, less what the
 * calls cost. Samples of CPU time are taken more often, and show which of them were in a probe. So
 * the root is the home of all samples then, and gets the work of all nodes. Of work that was not
 * sampled, such as that of a program's first second, readings tell: each node keeps a part of what
 * its readings have more than its samples.
 */
final class ThreadDivision {
  /** Of twenty intervals one does not contain the truth. */
  private static final double QUANTILE = Quantiles.normal(0.05);

  /**
   * A node in which so few samples were to be expected is not divided where it has none: there are
   * many, and each would get as many nodes as its method has inside it.
   */
  private static final double MIN_EXPECTED = 0.05;

  private static final int LOST = -1;

  private final InsideMethods methods;
  private final PooledSamples pool;
  private final boolean foldsRecursion;
  private final TreeUnion union = new TreeUnion();
  private final NodeValues values = new NodeValues();

  /** Nodes of the union below this are in the tree. */
  private final int recorded;

  /** What part of the work samples are of; 0 where readings tell self values. */
  private final double sampledPart;

  private final boolean isSampled;

  /** Samples by node with readings. */
  private final long[] samplesOfReadings;

  /** What is divided of each node of the union, and the price of probes subtracted from it. */
  private final long[] work;

  private final long[] price;

  /** Nodes with readings whose self comes from samples all the same. */
  private final BitSet withReadings = new BitSet();

  /** Of each home its samples, by the node that they are to be shown in. */
  private final Map<Integer, Map<Integer, Long>> homes = new LinkedHashMap<>();

  /**
   * A division that has not begun.
   *
   * @param foldsRecursion whether a method met again on its own path is the node that it was first
   * @param sampledPart what part of the work samples are of, where they say more than readings and
   *     all of self is known to be work; else 0
   * @param prices says what of overheads is the price of probes
   */
  ThreadDivision(
      CallTree tree,
      int methodCount,
      InsideMethods methods,
      PooledSamples pool,
      boolean foldsRecursion,
      double sampledPart,
      Uncertainty prices) {
    this.methods = methods;
    this.pool = pool;
    this.foldsRecursion = foldsRecursion;
    this.sampledPart = sampledPart;
    isSampled = sampledPart > 0;
    int[] nodes = union.add(tree, IntStream.range(0, methodCount).toArray());
    values.add(tree, nodes);
    recorded = union.size();
    samplesOfReadings = new long[recorded];
    work = new long[recorded];
    price = new long[recorded];
    for (int node = 0; node < tree.size(); node++) {
      work[nodes[node]] += tree.self(node) - tree.waiting(node);
      price[nodes[node]] += prices.price(tree.method(node), tree.overhead(node));
    }
  }

  /** Finds the home of each sample of the thread. */
  void add(CallTree samples) {
    int size = samples.size();
    int[] reached = new int[size]; // the deepest node with probes
    int[] home = new int[size];
    int[] above = new int[size]; // the sampled node of the method to show, the next one up
    boolean[] isSubtracted = new boolean[size];
    int[] shown = new int[size];
    for (int node = 1; node < size; node++) {
      int parent = samples.parent(node);
      int method = samples.method(node);
      SampledTier tier = samples.tier(node);
      isSubtracted[node] = methods.isSubtracted(method, tier, isSubtracted[parent]);
      boolean isMerged = tier == SampledTier.MERGED;
      int place = isMerged ? reached[parent] : child(reached[parent], method);
      boolean isOutside =
          methods.isOutside(method, tier) || (place == LOST && !isBeyondMaxnodes(method));
      reached[node] = isOutside ? reached[parent] : place;
      home[node] = isOutside || tier != SampledTier.OWN ? home[parent] : place;
      above[node] = isOutside ? above[parent] : node;
      shown[node] = isOutside ? shown[parent] : isMerged ? LOST : place;
      if (!isSubtracted[node] && reached[node] != LOST && samples.samples(node) != 0) {
        int to = shown(samples, above[node], reached, above, shown);
        if (isSampled && samples.tier(above[node]) == SampledTier.OWN) {
          withReadings.set(to);
        }
        samplesOfReadings[home[node]] += samples.samples(node);
        count(isSampled ? 0 : home[node], to, samples.samples(node));
      }
    }
    withReadings.set(0, isSampled);
  }

  /** The recorded node of this method below another. */
  private int child(int node, int method) {
    if (node == LOST) {
      return LOST;
    }
    int known = union.known(node, method);
    if (known != 0 && known < recorded) {
      return known;
    }
    for (int up = node; foldsRecursion && up > 0; up = union.parent(up)) {
      if (union.method(up) == method) {
        return up;
      }
    }
    return LOST;
  }

  /** Whether calls of a method have no context. */
  private boolean isBeyondMaxnodes(int method) {
    int beyond = methods.beyondMaxnodes();
    return beyond >= 0 && child(child(0, beyond), method) != LOST;
  }

  /** The union's node for a sampled one; made, with those above it, where there is none. */
  private int shown(CallTree samples, int node, int[] reached, int[] above, int[] shown) {
    if (node == 0) {
      return 0;
    }
    if (shown[node] == LOST) {
      int parent = above[samples.parent(node)];
      shown[node] =
          union.child(shown(samples, parent, reached, above, shown), samples.method(node));
    }
    return shown[node];
  }

  private void count(int home, int shown, long samples) {
    if (samples != 0) {
      homes.computeIfAbsent(home, key -> new LinkedHashMap<>()).merge(shown, samples, Long::sum);
    }
  }

  /**
   * Divides what can be divided.
   *
   * @param insides as the pool lists them
   * @param isRootDivided whether what passed outside of all methods is known to be work
   * @param unitsPerSample how much of the metric one sample stands for, over all threads
   * @param unitsPerReading the same of a reading in sampled mode
   */
  CallTree divided(
      int[][] insides, boolean isRootDivided, double unitsPerSample, double unitsPerReading) {
    Map<Integer, Long> all = homes.get(0);
    long sum = LongStream.of(work).sum();
    if (isSampled && all != null && sum > 0) {
      long[] unsampled = unsampled(sum);
      long[] chance =
          LongStream.of(work)
              .map(of -> Math.round(QUANTILE * Math.sqrt(unitsPerReading * Math.max(0, of))))
              .toArray();
      gather(sum);
      divide(0, sum - LongStream.of(unsampled).sum(), all);
      tellByReadings(unsampled, chance);
      return tree();
    }
    for (int node = isRootDivided ? 0 : 1; node < recorded; node++) {
      int first = pool.first(union.method(node));
      if (work[node] > 0 && pool.hasInside(first)) {
        Map<Integer, Long> samples = homes.get(node);
        if (samples != null) {
          divide(node, work[node], samples);
        } else if (work[node] >= MIN_EXPECTED * unitsPerSample) {
          divideAsElsewhere(node, first, insides[first]);
        }
      }
    }
    return tree();
  }

  /** Of nodes that samples brought, these do not tell how often they were called. */
  private CallTree tree() {
    for (int node = recorded; node < union.size(); node++) {
      values.boundCalls(node);
    }
    return union.tree(IntStream.range(0, pool.methodCount()).toArray(), values);
  }

  /** The work that was not sampled, by node. */
  private long[] unsampled(long sum) {
    double workOfASample = sampledPart * sum / LongStream.of(samplesOfReadings).sum();
    double[] more =
        IntStream.range(0, recorded)
            .mapToDouble(node -> Math.max(0, work[node] - workOfASample * samplesOfReadings[node]))
            .toArray();
    double whole = DoubleStream.of(more).sum();
    double part = whole > 0 ? Math.min(1, (1 - sampledPart) * sum / whole) : 0;
    return DoubleStream.of(more).mapToLong(of -> Math.round(part * of)).toArray();
  }

  /** Moves this work from the root to its nodes, which may have it by chance of their readings. */
  private void tellByReadings(long[] unsampled, long[] chance) {
    for (int node = 0; node < recorded; node++) {
      if (unsampled[node] > 0) {
        movePrice(0, node, unsampled[node]);
        values.addSelf(0, -unsampled[node], 0);
        long below = Math.min(unsampled[node], chance[node]);
        values.addEstimated(node, unsampled[node], below, chance[node]);
      }
    }
  }

  /** Moves the work of all nodes, and the price of their probes, to the root. */
  private void gather(long sum) {
    for (int node = 0; node < recorded; node++) {
      values.addSelf(node, -work[node], 0);
      values.addPrice(node, -price[node]);
    }
    work[0] = sum;
    price[0] = LongStream.of(price).sum();
    values.addSelf(0, sum, 0);
    values.addPrice(0, price[0]);
  }

  private void divide(int home, long divided, Map<Integer, Long> samples) {
    long all = samples.values().stream().mapToLong(Long::longValue).sum();
    long given = 0;
    for (Map.Entry<Integer, Long> part : samples.entrySet()) {
      if (part.getKey() != home) {
        long value = Math.round((double) divided * part.getValue() / all);
        WilsonInterval interval = WilsonInterval.of(part.getValue(), all, QUANTILE);
        movePrice(home, part.getKey(), value);
        give(part.getKey(), value, value, interval, divided);
        given += value;
      }
    }
    long own = samples.getOrDefault(home, 0L);
    give(home, -given, divided - given, WilsonInterval.of(own, all, QUANTILE), divided);
  }

  /** Of a node without samples: as the samples of all other nodes of its method say. */
  private void divideAsElsewhere(int home, int first, int[] inside) {
    WilsonInterval any = WilsonInterval.of(0, 0, QUANTILE);
    long given = 0;
    for (int node : inside) {
      int to = place(home, node);
      if (to != LOST) {
        long value = Math.round((double) work[home] * pool.samples(node) / pool.total(first));
        movePrice(home, to, value);
        give(to, value, value, any, work[home]);
        given += value;
      }
    }
    give(home, -given, work[home] - given, any, work[home]);
  }

  /**
   * Where a chain of the pool is below a node; lost where it would lead through a call never made.
   */
  private int place(int home, int node) {
    if (pool.parent(node) == 0) {
      return home;
    }
    int above = place(home, pool.parent(node));
    if (above == LOST || pool.tier(node) == SampledTier.MERGED) {
      return above == LOST ? LOST : union.child(above, pool.method(node));
    }
    int up = above;
    while (up >= recorded) {
      up = union.parent(up);
    }
    return child(up, pool.method(node));
  }

  /** What was subtracted from this part of a home's work goes with it. */
  private void movePrice(int home, int to, long part) {
    long moved = Math.round((double) price[home] * part / work[home]);
    values.addPrice(home, -moved);
    values.addPrice(to, moved);
  }

  private void give(int to, long amount, long value, WilsonInterval interval, long divided) {
    long below = Math.max(0, Math.round(value - divided * interval.low()));
    long above = Math.max(0, Math.round(divided * interval.high() - value));
    if (withReadings.get(to)) {
      values.addEstimated(to, amount, below, above);
    } else {
      values.addDivided(to, amount, below, above);
    }
  }
}
