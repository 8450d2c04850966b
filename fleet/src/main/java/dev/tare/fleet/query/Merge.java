package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.expr;

import dev.tare.fleet.FleetException;
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
   * The sum, rolled up to the methods that all of the profiles recorded alike.
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
    MethodList methods = selected.methodList();
    NodeSums nodes = NodeSums.of(nodes(selected), methods);
    List<ThreadProfile> threads = new ArrayList<>();
    for (ThreadProfile thread : head.threads()) {
      ThreadKey key = ThreadKey.of(thread, ProfileSum.Grouping.PATTERN);
      CpuSamples samples = thread.cpuSamples();
      threads.add(
          thread.with(
              nodes.calls(key), samples == null ? null : samples.withTree(nodes.samples(key))));
    }
    return methods
        .common()
        .of(summed(head, methods.methods(), threads, selected.profiles().size(), grouping));
  }

  /** Sorts methods and nodes as every sum has them. */
  private static Profile summed(
      Profile head,
      List<MethodInfo> methods,
      List<ThreadProfile> threads,
      int profiles,
      ProfileSum.Grouping grouping)
      throws FleetException {
    ProfileSum sum = new ProfileSum(grouping);
    add(sum, head.with(methods, threads), profiles);
    return sum.sum();
  }

  private static void add(ProfileSum sum, Profile profile, int count) throws FleetException {
    try {
      sum.add(profile, count);
    } catch (DifferentMetricException e) {
      throw new FleetException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Profile head(Selected selected) throws IOException, FleetException {
    Dataset<String> heads = selected.heads().as(Encoders.STRING());
    List<String> partial =
        heads
            .mapPartitions(
                (MapPartitionsFunction<String, String>) Merge::partialHead, Encoders.STRING())
            .collectAsList();
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.PATTERN);
    for (String text : partial) {
      add(sum, profile(text), 1);
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
  private static Dataset<Row> nodes(Selected selected) throws FleetException {
    return selected
        .rows(profile -> 0)
        .groupBy("path_high", "path_low")
        .agg(
            expr("sum(calls)").as("calls"),
            expr("coalesce(sum(calls - calls_low), 0)").as("below"),
            expr("coalesce(sum(calls_high - calls), 0)").as("above"),
            expr("coalesce(bool_or(calls_low is not null and calls_high is null), false)")
                .as("unbounded"),
            expr("max(case exactness when 'derived' then 1 when 'bounded' then 2"
                    + " when 'estimated' then 3 else 0 end)")
                .as("kind"),
            expr("coalesce(sum(self), 0)").as("self"),
            expr("coalesce(sum(overhead), 0)").as("overhead"),
            expr("sum(samples)").as("samples"),
            expr("coalesce(sum(exceptions), 0)").as("exceptions"),
            expr("coalesce(sum(open), 0)").as("open"),
            expr("coalesce(sum(carried), 0)").as("carried"),
            expr("coalesce(sum(cut), 0)").as("cut"),
            expr("coalesce(sum(waiting), 0)").as("waiting"))
        .join(selected.paths(), new String[] {"path_high", "path_low"}, "inner");
  }
}
