package dev.tare.fleet.ingest;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.NodeColumn;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.sum.ThreadKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.io.api.Binary;

/** Turns one profile after another into rows of nodes. */
final class ProfileRows {
  private final PathTable paths;
  private final NodeBuffer buffer;
  private final TierNames tiers;

  /** The row of each path in the profile at hand, plus {@link #offset}; less: none yet. */
  private long[] rowOfPath = {};

  private long offset = 1;

  ProfileRows(PathTable paths, NodeBuffer buffer, TierNames tiers) {
    this.paths = paths;
    this.buffer = buffer;
    this.tiers = tiers;
  }

  /**
   * Adds a profile's nodes, threads of one group as one.
   *
   * @param profile its place in the bin
   * @param numbers the numbers of its methods in the table of paths
   * @return how many rows
   */
  long add(int profile, Profile of, int[] numbers) throws BrokenProfileException {
    int before = buffer.size();
    short[] tierOf = new short[of.methods().size()];
    for (int method = 0; method < tierOf.length; method++) {
      tierOf[method] = tiers.number(of.methods().get(method).tier());
    }
    for (ThreadProfile thread : of.threads()) {
      int root = paths.root(ThreadKey.of(thread, ProfileSum.Grouping.PATTERN));
      CallTree tree = thread.tree();
      int[] rows = rows(profile, tree, root, numbers, tierOf);
      buffer.addCalls(rows, tree);
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        CallTree stacks = samples.tree();
        int[] sampled = rows(profile, stacks, root, numbers, tierOf);
        for (int node = 0; node < sampled.length; node++) {
          buffer.addSamples(sampled[node], stacks.samples(node));
        }
      }
    }
    offset += buffer.size() + 1L;
    return (long) buffer.size() - before;
  }

  /** Takes the last profile's rows back, so that there are so many. */
  void takeBack(int rows) {
    offset += buffer.size() + 1L;
    buffer.cutTo(rows);
  }

  private int[] rows(int profile, CallTree tree, int root, int[] numbers, short[] tierOf) {
    long[] distances = tree.values(NodeColumn.PARENT);
    long[] methods = tree.values(NodeColumn.METHOD);
    int[] pathOf = new int[tree.size()];
    int[] rows = new int[pathOf.length];
    pathOf[0] = root;
    rows[0] = row(profile, root, (short) -1);
    for (int node = 1; node < pathOf.length; node++) {
      int method = (int) methods[node];
      int above = pathOf[node - (int) distances[node]];
      pathOf[node] = paths.child(above, numbers[method], tree.tier(node));
      rows[node] = row(profile, pathOf[node], tierOf[method]);
    }
    return rows;
  }

  private int row(int profile, int path, short tier) {
    if (path >= rowOfPath.length) {
      rowOfPath = Arrays.copyOf(rowOfPath, Math.max(path + 1, 2 * rowOfPath.length));
    }
    if (rowOfPath[path] < offset) {
      rowOfPath[path] = offset + buffer.add(profile, path, tier);
    }
    return (int) (rowOfPath[path] - offset);
  }

  /**
   * All of a profile but methods and nodes, as the text of a profile: what {@code merge} needs
   * beside the nodes.
   */
  static Binary head(Profile withoutNodes) throws IOException, BrokenProfileException {
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.PATTERN);
    try {
      sum.add(withoutNodes);
    } catch (ProfileSum.DifferentMetricException e) {
      throw new BrokenProfileException(String.valueOf(e.getMessage()));
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ProfileWriter.write(sum.sum(), text);
    return Binary.fromConstantByteArray(text.toByteArray());
  }

  /** The same profile without methods and nodes. */
  static Profile withoutNodes(Profile profile) {
    return profile.with(
        List.of(), profile.threads().stream().map(ProfileRows::withoutNodes).toList());
  }

  private static ThreadProfile withoutNodes(ThreadProfile thread) {
    CpuSamples samples = thread.cpuSamples();
    return thread.with(
        CallTree.empty(), samples == null ? null : samples.withTree(CallTree.empty()));
  }
}
