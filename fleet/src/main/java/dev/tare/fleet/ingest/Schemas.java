package dev.tare.fleet.ingest;

import dev.tare.fleet.table.Kind;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** The columns of the files that are written without Spark SQL. */
final class Schemas {
  private static final String VALUES =
      """
      required int64 path_high;
      required int64 path_low;
      optional binary exactness (STRING);
      optional int64 calls;
      optional int64 calls_low;
      optional int64 calls_high;
      optional int64 self;
      optional int64 overhead;
      optional int64 total;
      optional int64 samples;
      optional int64 exceptions;
      optional int64 open;
      optional int64 carried;
      optional int64 cut;
      optional int64 waiting;
      optional int64 total_waiting;
      """;
  private static final MessageType NODES =
      MessageTypeParser.parseMessageType(
          """
          message nodes {
            required binary service (STRING);
            required binary hour (STRING);
            required int64 profile;
            optional binary tier (STRING);
          """
              + VALUES
              + "}");
  private static final MessageType SUMS =
      MessageTypeParser.parseMessageType(
          """
          message sums {
            required binary service (STRING);
            required binary hour (STRING);
            required int64 stretch;
          """
              + VALUES
              + "}");
  private static final MessageType TIERS =
      MessageTypeParser.parseMessageType(
          """
          message tiers {
            required binary service (STRING);
            required binary hour (STRING);
            required int64 first;
            required int64 last;
            required int64 method_high;
            required int64 method_low;
            required binary tier (STRING);
            optional binary file (STRING);
            required int32 line;
            required binary origin (STRING);
          }
          """);
  private static final MessageType PROFILES =
      MessageTypeParser.parseMessageType(
          """
          message profiles {
            required binary service (STRING);
            required binary hour (STRING);
            required int64 profile;
            required binary id (STRING);
            required binary run (STRING);
            required binary path (STRING);
            required binary version (STRING);
            required binary host (STRING);
            required int64 pid;
            required int64 started (TIMESTAMP(MICROS,true));
            required int64 duration_ns;
            required binary metric (STRING);
            required binary unit (STRING);
            required boolean calibrated;
            required boolean waiting_known;
            required binary mode (STRING);
            required int64 nodes;
            optional int64 stretch;
            optional int32 stretch_profiles;
            required binary head (STRING);
            optional int64 sample_period_ns;
            optional int64 folded_calls;
          }
          """);
  private static final MessageType PATHS =
      MessageTypeParser.parseMessageType(
          """
          message paths {
            required binary service (STRING);
            required int64 path_high;
            required int64 path_low;
            optional int64 parent_high;
            optional int64 parent_low;
            optional int64 method_high;
            optional int64 method_low;
            optional binary sampled_tier (STRING);
            required int32 depth;
            required boolean outermost;
            optional binary thread (STRING);
            optional boolean virtual;
          }
          """);
  private static final MessageType METHODS =
      MessageTypeParser.parseMessageType(
          """
          message methods {
            required int64 method_high;
            required int64 method_low;
            required binary class (STRING);
            required binary method (STRING);
            required binary descriptor (STRING);
          }
          """);
  private static final MessageType FILES =
      MessageTypeParser.parseMessageType(
          """
          message files {
            required binary path (STRING);
            required int64 bytes;
            required int64 modified_ms;
            optional int64 profile;
            optional binary problem (STRING);
            required boolean final;
            optional binary refused_by (STRING);
          }
          """);

  private Schemas() {}

  static MessageType of(Kind kind) {
    return switch (kind) {
      case NODES -> NODES;
      case SUMS -> SUMS;
      case TIERS -> TIERS;
      case PROFILES -> PROFILES;
      case PATHS -> PATHS;
      case METHODS -> METHODS;
      case FILES -> FILES;
    };
  }

  /** The columns of paths or methods that tell them apart. */
  static List<String> key(Kind kind) {
    return kind == Kind.METHODS
        ? List.of("method_high", "method_low")
        : List.of("service", "path_high", "path_low");
  }

  /** Columns of files that are written row by row in which no value comes twice. */
  static List<String> unlike(Kind kind) {
    return switch (kind) {
      case PROFILES -> List.of("profile", "id", "run", "path", "started", "duration_ns", "head");
      case FILES -> List.of("path", "bytes", "modified_ms", "profile");
      default -> List.of();
    };
  }
}
