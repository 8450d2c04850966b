package dev.tare.fleet.query;

import dev.tare.fleet.FleetException;
import dev.tare.profile.CallsKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** The methods of the greatest self value. */
public final class Top {
  private static final StructType COLUMNS =
      StructType.fromDDL(
          "method string, self bigint, share double, waiting bigint, total bigint, calls bigint,"
              + " overhead bigint, samples bigint, exactness string, tier string,"
              + " profiles bigint");

  private Top() {}

  /** The first of them, by falling self value. */
  public static Answer of(Selected selected, MethodSums sums, int count) throws FleetException {
    List<Row> all = sums.by(profile -> 0).collectAsList();
    double selfSum = (double) all.stream().mapToLong(row -> row.<Long>getAs("self")).sum();
    List<Row> first =
        all.stream()
            .sorted(
                Comparator.comparingLong((Row row) -> -row.<Long>getAs("self"))
                    .thenComparingLong(row -> row.<Long>getAs("method_high")))
            .limit(count)
            .toList();
    MethodList methods = sums.methods();
    List<Integer> numbers =
        first.stream()
            .map(
                row ->
                    methods.number(row.<Long>getAs("method_high"), row.<Long>getAs("method_low")))
            .toList();
    List<String> names = methods.names(numbers);
    int bestKind = selected.bestKind().number();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      Row row = first.get(i);
      long self = row.<Long>getAs("self");
      rows.add(
          RowFactory.create(
              names.get(i),
              self,
              selfSum == 0 ? 0 : self / selfSum,
              row.getAs("waiting"),
              row.getAs("total"),
              row.getAs("calls"),
              row.getAs("overhead"),
              row.getAs("samples"),
              CallsKind.of(Math.max(bestKind, row.<Integer>getAs("kind"))).key(),
              methods.methods().get(numbers.get(i)).tier(),
              methods.profiles(numbers.get(i))));
    }
    return new Answer(heading(selected, sums), selected.unit(), COLUMNS, rows);
  }

  /** What a reader of any answer has to know first. */
  static Map<String, String> heading(Selected selected, MethodSums sums) throws FleetException {
    Map<String, String> heading = new LinkedHashMap<>();
    heading.put("profiles", selected.heading());
    heading.put("metric", sums.metric());
    if (!selected.rolledUp().isEmpty()) {
      heading.put("rolled up", selected.rolledUp());
    }
    if (!selected.folded().isEmpty()) {
      heading.put("folded", selected.folded());
    }
    return heading;
  }
}
