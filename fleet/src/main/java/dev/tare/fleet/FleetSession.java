package dev.tare.fleet;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** Spark, as {@code spark-submit} set it up, or in this process where nobody did. */
public final class FleetSession {
  /** A task that fails is tried again, as on a cluster. */
  private static final String LOCAL = "local[*,4]";

  private FleetSession() {}

  /** The session of this process. */
  public static SparkSession start() {
    SparkConf configuration = new SparkConf().setAppName("tare-fleet");
    if (!configuration.contains("spark.master")) {
      configuration.setMaster(LOCAL);
    }
    if (configuration.get("spark.master").startsWith("local")) {
      int processors = Runtime.getRuntime().availableProcessors();
      configuration
          .setIfMissing("spark.ui.enabled", "false")
          .setIfMissing("spark.driver.bindAddress", "127.0.0.1")
          .setIfMissing("spark.driver.host", "127.0.0.1")
          .setIfMissing("spark.sql.shuffle.partitions", Integer.toString(2 * processors))
          // Files of this machine are listed faster than a job is started that lists them.
          .setIfMissing("spark.sql.sources.parallelPartitionDiscovery.threshold", "100000");
    }
    configuration.set("spark.sql.session.timeZone", "UTC");
    configuration.set("spark.sql.datetime.java8API.enabled", "true");
    return SparkSession.builder().config(configuration).getOrCreate();
  }
}
