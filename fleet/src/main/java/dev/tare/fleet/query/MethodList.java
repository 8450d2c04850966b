package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.expr;

import dev.tare.fleet.FleetException;
import dev.tare.fleet.table.Kind;
import dev.tare.profile.MethodInfo;
import dev.tare.report.view.MethodPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The methods of a selection, numbered; what profiles disagree on as {@code merge} has it. */
final class MethodList {
  private record Key(long high, long low) {}

  private static final StructType KEYS =
      StructType.fromDDL("method_high bigint, method_low bigint");

  private final List<Row> keys = new ArrayList<>();
  private final List<MethodInfo> methods = new ArrayList<>();
  private final Map<Key, Integer> numbers = new HashMap<>();

  private MethodList() {}

  static MethodList of(Selected selected) {
    MethodList list = new MethodList();
    List<Row> rows =
        selected
            .rows(Kind.SUMS)
            .groupBy("method_high", "method_low")
            .agg(
                expr("min(file)").as("file"),
                expr("coalesce(min(nullif(line, 0)), 0)").as("line"),
                expr("case when min(tier) = max(tier) then min(tier) else '(several)' end")
                    .as("tier"))
            .join(selected.methods(), new String[] {"method_high", "method_low"}, "inner")
            .collectAsList();
    for (Row row : rows) {
      list.numbers.put(
          new Key(row.<Long>getAs("method_high"), row.<Long>getAs("method_low")),
          list.methods.size());
      list.keys.add(RowFactory.create(row.getAs("method_high"), row.getAs("method_low")));
      list.methods.add(
          new MethodInfo(
              row.getAs("class"),
              row.getAs("method"),
              row.getAs("descriptor"),
              row.getAs("file"),
              row.<Integer>getAs("line"),
              row.getAs("tier"),
              ""));
    }
    return list;
  }

  /**
   * The keys of the methods that somebody means.
   *
   * @throws FleetException where there is none
   */
  Dataset<Row> keys(SparkSession spark, String pattern) throws FleetException {
    try {
      return spark.createDataFrame(
          new MethodPattern(pattern).among(methods).stream().mapToObj(keys::get).toList(), KEYS);
    } catch (MethodPattern.NoMatchException e) {
      throw new FleetException(String.valueOf(e.getMessage()), e);
    }
  }

  List<MethodInfo> methods() {
    return methods;
  }

  int number(long high, long low) {
    return Objects.requireNonNull(numbers.get(new Key(high, low)), "a path's method is unknown");
  }
}
