package dev.tare.fleet.query;

import dev.tare.fleet.FleetException;
import dev.tare.profile.MethodInfo;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.sum.MethodTable;
import dev.tare.report.view.CommonMethods;
import dev.tare.report.view.MethodPattern;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * The methods of a selection, numbered; what profiles disagree on as {@code merge} has it, and with
 * the same code what has to be rolled up where their tiers differ.
 */
final class MethodList {
  private record Key(long high, long low) {}

  private final List<Row> keys = new ArrayList<>();
  private final Map<Key, Integer> numbers = new HashMap<>();
  private final List<MethodInfo> methods;
  private final long[] profiles;
  private final CommonMethods common = new CommonMethods();

  /**
   * The list.
   *
   * @param rows of {@link Selected#tiers}, with the methods' names
   * @param isSum whether they are of several profiles
   * @param callers keys of methods that call others in profiles of sampled mode
   */
  MethodList(List<Row> rows, boolean isSum, List<Row> callers) {
    List<MethodInfo> recorded = rows.stream().map(MethodList::info).toList();
    MethodTable table = new MethodTable();
    int[] places = table.numbers(recorded);
    methods = table.methods();
    profiles = new long[methods.size()];
    for (int i = 0; i < places.length; i++) {
      Row row = rows.get(i);
      Key key = key(row);
      if (numbers.putIfAbsent(key, places[i]) == null) {
        keys.add(RowFactory.create(key.high(), key.low()));
      }
      profiles[places[i]] += row.<Long>getAs("profiles");
    }
    if (!isSum) {
      return; // One profile is shown as it is.
    }
    Set<Key> calling = new HashSet<>();
    callers.forEach(row -> calling.add(new Key(row.getLong(0), row.getLong(1))));
    List<MethodInfo> sampled = new ArrayList<>();
    List<MethodInfo> others = new ArrayList<>();
    BitSet those = new BitSet();
    for (int i = 0; i < recorded.size(); i++) {
      long inSampled = rows.get(i).<Long>getAs("sampled");
      if (inSampled > 0) {
        those.set(sampled.size(), calling.contains(key(rows.get(i))));
        sampled.add(recorded.get(i));
      }
      if (inSampled < rows.get(i).<Long>getAs("profiles")) {
        others.add(recorded.get(i));
      }
    }
    common.add(others);
    common.addSampled(sampled, those);
  }

  /** Whether a row is of a method that was counted in a profile of sampled mode. */
  static boolean isCountedInSampled(Row row) {
    return row.<Long>getAs("sampled") > 0 && row.getAs("tier").equals(MethodInfo.COUNTED);
  }

  private static Key key(Row row) {
    return new Key(row.<Long>getAs("method_high"), row.<Long>getAs("method_low"));
  }

  private static MethodInfo info(Row row) {
    return new MethodInfo(
        row.getAs("class"),
        row.getAs("method"),
        row.getAs("descriptor"),
        row.getAs("file"),
        row.<Integer>getAs("line"),
        row.getAs("tier"),
        row.getAs("origin"));
  }

  /** Methods that all of the profiles recorded alike. */
  CommonMethods common() {
    return common;
  }

  /**
   * The numbers of the methods that somebody means.
   *
   * @throws FleetException where there is none
   */
  BitSet among(String pattern) throws FleetException {
    try {
      return new MethodPattern(pattern).among(methods);
    } catch (MethodPattern.NoMatchException e) {
      throw new FleetException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The keys of these methods, as the table has them. */
  List<Row> keys(BitSet of) {
    return of.stream().mapToObj(keys::get).toList();
  }

  /** The methods by their numbers. */
  List<MethodInfo> methods() {
    return methods;
  }

  /** In how many profiles a method is. */
  long profiles(int method) {
    return profiles[method];
  }

  int number(long high, long low) {
    return Objects.requireNonNull(numbers.get(new Key(high, low)), "a path's method is unknown");
  }

  /** A name for each of these methods, as short as tells them apart. */
  List<String> names(List<Integer> of) {
    MethodNames names = new MethodNames(of.stream().map(methods::get).toList());
    List<String> result = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      result.add(names.of(i));
    }
    return result;
  }
}
