package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;

import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.report.analysis.MethodNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The methods of the greatest self value. */
public final class Top {
  private static final StructType COLUMNS =
      StructType.fromDDL(
          "method string, self bigint, share double, total bigint, calls bigint,"
              + " overhead bigint, samples bigint, exactness string, tier string,"
              + " profiles bigint");

  private Top() {}

  /** The first of them, by falling self value. */
  public static Answer of(SparkSession spark, Selected selected, int count) {
    MethodSums sums = new MethodSums(spark, selected);
    Dataset<Row> all = sums.all().cache();
    Row whole = all.agg(sum("self")).first();
    double selfSum = whole.isNullAt(0) ? 0 : (double) whole.getLong(0);
    List<Row> first =
        all.orderBy(col("self").desc(), col("method_high"), col("method_low"))
            .limit(count)
            .join(selected.methods(), new String[] {"method_high", "method_low"}, "left")
            .orderBy(col("self").desc(), col("method_high"), col("method_low"))
            .collectAsList();
    all.unpersist();
    Map<String, String> heading = new LinkedHashMap<>();
    heading.put("profiles", selected.heading());
    heading.put("metric", selected.metric() + " in " + selected.unit());
    if (sums.rolledUp() > 0) {
      heading.put("rolled up", rolledUp(sums.rolledUp()));
    }
    List<String> names = names(first);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      Row row = first.get(i);
      long self = row.<Long>getAs("self");
      rows.add(
          RowFactory.create(
              names.get(i),
              self,
              selfSum == 0 ? 0 : self / selfSum,
              row.getAs("total"),
              row.getAs("calls"),
              row.getAs("overhead"),
              row.getAs("samples"),
              CallsKind.of(row.<Integer>getAs("kind")).key(),
              row.getAs("tier"),
              row.getAs("profiles")));
    }
    return new Answer(heading, selected.unit(), COLUMNS, rows);
  }

  static String rolledUp(long methods) {
    return methods
        + (methods == 1 ? " method" : " methods")
        + " without probes in some of the profiles, as parts of their callers in all";
  }

  /** A name for each row that has the columns of a method. */
  static List<String> names(List<Row> rows) {
    List<MethodInfo> methods =
        rows.stream()
            .map(
                row ->
                    new MethodInfo(
                        row.getAs("class"), row.getAs("method"), row.getAs("descriptor"), null, 0))
            .toList();
    MethodNames names = new MethodNames(methods);
    return java.util.stream.IntStream.range(0, methods.size()).mapToObj(names::of).toList();
  }
}
