package dev.tare.fleet.ingest;

import dev.tare.fleet.table.Kind;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** The columns of the files that tasks write, and those that are written as differences. */
final class Schemas {
  private static final MessageType NODES =
      MessageTypeParser.parseMessageType(
          """
          message nodes {
            required binary service (STRING);
            required binary hour (STRING);
            required int64 profile;
            required int64 path_high;
            required int64 path_low;
            optional binary tier (STRING);
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
            optional int64 merged;
            optional int64 waiting;
          }
          """);
  private static final MessageType SUMS =
      MessageTypeParser.parseMessageType(
          """
          message sums {
            required binary service (STRING);
            required binary hour (STRING);
            required int64 profile;
            required int64 method_high;
            required int64 method_low;
            required binary tier (STRING);
            required binary exactness (STRING);
            required int64 calls;
            optional int64 calls_low;
            optional int64 calls_high;
            required int64 self;
            required int64 overhead;
            required int64 total;
            required int64 samples;
            optional int64 waiting;
            optional binary file (STRING);
            required int32 line;
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
            required binary path (STRING);
            required binary version (STRING);
            required binary host (STRING);
            required int64 pid;
            required int64 started (TIMESTAMP(MICROS,true));
            required int64 duration_ns;
            required binary metric (STRING);
            required binary unit (STRING);
            required boolean calibrated;
            required binary mode (STRING);
            required int64 nodes;
            required binary head (STRING);
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

  private Schemas() {}

  static MessageType of(Kind kind) {
    return switch (kind) {
      case NODES -> NODES;
      case SUMS -> SUMS;
      case PROFILES -> PROFILES;
      case PATHS -> PATHS;
      case METHODS -> METHODS;
      case FILES -> throw new IllegalArgumentException("written by Spark");
    };
  }

  /** Columns whose values differ from row to row, but by little. */
  static List<String> numbers(Kind kind) {
    return switch (kind) {
      case NODES, SUMS -> List.of("calls", "self", "overhead", "total");
      case PROFILES -> List.of("profile", "started", "duration_ns", "head");
      default -> List.of();
    };
  }
}
