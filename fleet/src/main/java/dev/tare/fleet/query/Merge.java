package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import dev.tare.fleet.FleetException;
import dev.tare.fleet.table.Kind;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.sum.ProfileSum.DifferentMetricException;
import dev.tare.report.sum.ThreadKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * One profile of many, the same that {@code merge} makes of their files: what is not in nodes is
 * summed by {@link ProfileSum} itself, and nodes by Spark.
 */
public final class Merge {
  private Merge() {}

  /**
   * The sum.
   *
   * @param grouping how far threads become one; those whose names differ in numbers alone are one
   *     in the table already
   */
  public static Profile of(Selected selected, ProfileSum.Grouping grouping)
      throws IOException, FleetException {
    if (grouping == ProfileSum.Grouping.NAME) {
      throw new FleetException(
          "the table has threads whose names differ in numbers as one: --threads pattern or one");
    }
    Profile head = head(selected);
    MethodList methods = MethodList.of(selected);
    NodeSums nodes = NodeSums.of(nodes(selected), methods);
    List<ThreadProfile> threads = new ArrayList<>();
    for (ThreadProfile thread : head.threads()) {
      ThreadKey key = ThreadKey.of(thread, ProfileSum.Grouping.PATTERN);
      CpuSamples samples = thread.cpuSamples();
      threads.add(
          new ThreadProfile(
              thread.id(),
              thread.name(),
              thread.virtual(),
              thread.alive(),
              thread.events(),
              thread.interruptions(),
              nodes.calls(key),
              samples == null ? null : samples.withTree(nodes.samples(key))));
    }
    return summed(head, methods.methods(), threads, grouping);
  }

  /** Sorts methods and nodes as every sum has them. */
  private static Profile summed(
      Profile head,
      List<MethodInfo> methods,
      List<ThreadProfile> threads,
      ProfileSum.Grouping grouping)
      throws FleetException {
    ProfileSum sum = new ProfileSum(grouping);
    add(
        sum,
        new Profile(
            head.profiler(),
            head.run(),
            head.settings(),
            head.metric(),
            methods,
            threads,
            head.calibration(),
            head.skipped(),
            head.limits()));
    return sum.sum();
  }

  private static void add(ProfileSum sum, Profile profile) throws FleetException {
    try {
      sum.add(profile);
    } catch (DifferentMetricException e) {
      throw new FleetException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Profile head(Selected selected) throws IOException, FleetException {
    Dataset<String> heads = selected.profiles().select("head").as(Encoders.STRING());
    List<String> partial =
        heads
            .mapPartitions(
                (MapPartitionsFunction<String, String>) Merge::partialHead, Encoders.STRING())
            .collectAsList();
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.PATTERN);
    for (String text : partial) {
      add(sum, profile(text));
    }
    return sum.sum();
  }

  private static Iterator<String> partialHead(Iterator<String> heads) throws IOException {
    if (!heads.hasNext()) {
      return List.<String>of().iterator();
    }
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.PATTERN);
    while (heads.hasNext()) {
      try {
        sum.add(profile(heads.next()));
      } catch (DifferentMetricException e) {
        throw new UncheckedIOException(new IOException(e));
      }
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ProfileWriter.write(sum.sum(), text);
    return List.of(text.toString(StandardCharsets.UTF_8)).iterator();
  }

  private static Profile profile(String text) throws IOException {
    return ProfileReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A row for each path, with what it is a path of. */
  private static Dataset<Row> nodes(Selected selected) {
    Dataset<Row> sums =
        selected
            .rows(Kind.NODES)
            .select(
                col("path_high"),
                col("path_low"),
                col("calls"),
                expr("calls - coalesce(calls_low, calls)").as("below"),
                expr("coalesce(calls_high, calls) - calls").as("above"),
                expr("case exactness when 'derived' then 1 when 'bounded' then 2"
                        + " when 'estimated' then 3 else 0 end")
                    .as("kind"),
                col("self"),
                col("overhead"),
                col("samples"),
                coalesce(col("exceptions"), expr("0L")).as("exceptions"),
                coalesce(col("open"), expr("0L")).as("open"),
                coalesce(col("carried"), expr("0L")).as("carried"),
                coalesce(col("cut"), expr("0L")).as("cut"),
                coalesce(col("merged"), expr("0L")).as("merged"),
                coalesce(col("waiting"), expr("0L")).as("waiting"))
            .groupBy("path_high", "path_low")
            .agg(
                expr("sum(calls)").as("calls"),
                expr("coalesce(sum(below), 0)").as("below"),
                expr("coalesce(sum(above), 0)").as("above"),
                expr("max(kind)").as("kind"),
                expr("coalesce(sum(self), 0)").as("self"),
                expr("coalesce(sum(overhead), 0)").as("overhead"),
                expr("sum(samples)").as("samples"),
                expr("sum(exceptions)").as("exceptions"),
                expr("sum(open)").as("open"),
                expr("sum(carried)").as("carried"),
                expr("sum(cut)").as("cut"),
                expr("sum(merged)").as("merged"),
                expr("sum(waiting)").as("waiting"));
    return sums.join(
        selected.paths().drop("service"), new String[] {"path_high", "path_low"}, "inner");
  }
}
