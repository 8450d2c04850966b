package dev.tare.fleet.query;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The answer to a question, to be shown as text, JSON or Parquet.
 *
 * @param heading what a reader has to know before the rows, by its name
 * @param unit of the columns that have the metric's values
 * @param columns the rows' columns; the first is a name
 * @param rows the rows
 */
public record Answer(
    Map<String, String> heading, String unit, StructType columns, List<Row> rows) {}
