package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.col;

import dev.tare.fleet.table.Kind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.report.view.ProfileView;
import java.io.PrintWriter;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Row;

/** What is said and done where methods of a merged profile were recorded in different ways. */
public final class CommonTiers {
  private CommonTiers() {}

  /** The sum with those methods alone that had probes throughout in all of its profiles. */
  public static Profile of(Selected selected, Profile sum) {
    Set<List<String>> merged = new HashSet<>();
    for (Row row : merged(selected)) {
      merged.add(List.of(row.getString(0), row.getString(1), row.getString(2)));
    }
    BitSet unwanted = new BitSet();
    for (int i = 0; i < sum.methods().size(); i++) {
      MethodInfo method = sum.methods().get(i);
      unwanted.set(
          i, merged.contains(List.of(method.className(), method.name(), method.descriptor())));
    }
    return unwanted.isEmpty() ? sum : ProfileView.of(sum).rolledUp(unwanted, new BitSet());
  }

  /** One line where values of different meaning are in one sum, as {@code merge} adds them up. */
  public static void warn(Selected selected, PrintWriter err) {
    int methods = merged(selected).size();
    if (methods > 0) {
      err.println(
          "tare-fleet: "
              + methods
              + (methods == 1 ? " method has" : " methods have")
              + " no probes in some of the profiles; the sum marks them, --common makes them parts"
              + " of their callers");
      err.flush();
    }
  }

  private static List<Row> merged(Selected selected) {
    return selected
        .rows(Kind.SUMS)
        .where(col("tier").equalTo(MethodInfo.MERGED))
        .select("method_high", "method_low")
        .distinct()
        .join(selected.methods(), new String[] {"method_high", "method_low"}, "inner")
        .select("class", "method", "descriptor")
        .collectAsList();
  }
}
