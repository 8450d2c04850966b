package dev.tare.jmh;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A method of a fork's profile, all threads together.
 *
 * @param name class and method, with as much more as tells it from the others of the profile
 * @param calls how often it was called
 * @param hasCalls whether each of these was counted; a budget makes them a lower bound, and samples
 *     have none
 * @param self the metric in the method itself
 * @param unit of the metric
 */
record HotMethod(String name, long calls, boolean hasCalls, long self, String unit) {
  private static final String SELF = "self_";

  /** Of {@code calls_kind}: each call was counted, by the method's own probes or its callers'. */
  private static final Set<String> COUNTED = Set.of("exact", "derived");

  /** Those with the greatest self values, the greatest first. */
  static List<HotMethod> of(TareOptions options, Path profile) throws IOException {
    Path table = Files.createTempFile("tare", ".csv");
    try {
      export(options, profile, table);
      return read(table, options.top());
    } finally {
      Files.delete(table);
    }
  }

  /** The same of a profile as CSV, which has a line for each thread and method. */
  static List<HotMethod> read(Path table, int top) throws IOException {
    Map<MethodKey, HotMethod> methods = new LinkedHashMap<>();
    try (CsvReader<NamedCsvRecord> records = CsvReader.builder().ofNamedCsvRecord(table)) {
      for (NamedCsvRecord record : records) {
        methods.merge(key(record), of(record), HotMethod::plus);
      }
    }
    MethodKey.names(methods.keySet())
        .forEach((key, name) -> methods.computeIfPresent(key, (same, of) -> of.named(name)));
    return methods.values().stream()
        .sorted(Comparator.comparingLong(HotMethod::self).reversed())
        .limit(top)
        .toList();
  }

  private static void export(TareOptions options, Path profile, Path table) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                options.jar().toString(),
                "export",
                profile.toString(),
                "--format",
                "csv",
                "-o",
                table.toString())
            .inheritIO()
            .start();
    try {
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException("its export ended with status " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static MethodKey key(NamedCsvRecord record) {
    return new MethodKey(
        record.getField("class"), record.getField("method"), record.getField("descriptor"));
  }

  private static HotMethod of(NamedCsvRecord record) {
    String column =
        record.getHeader().stream().filter(name -> name.startsWith(SELF)).findFirst().orElse(SELF);
    return new HotMethod(
        record.getField("method"),
        Long.parseLong(record.getField("calls")),
        COUNTED.contains(record.getField("calls_kind")),
        Long.parseLong(record.getField(column)),
        column.substring(SELF.length()));
  }

  private HotMethod named(String other) {
    return new HotMethod(other, calls, hasCalls, self, unit);
  }

  private HotMethod plus(HotMethod other) {
    return new HotMethod(
        name, calls + other.calls, hasCalls && other.hasCalls, self + other.self, unit);
  }

  /** Per operation; averaged over forks. Without calls where not all of them are known. */
  List<Result<?>> results(long operations) {
    List<Result<?>> results = new ArrayList<>();
    if (hasCalls && calls > 0) {
      results.add(
          new ScalarResult(
              "tare.calls:" + name,
              (double) calls / operations,
              "calls/op",
              AggregationPolicy.AVG));
    }
    results.add(
        new ScalarResult(
            "tare.self:" + name, (double) self / operations, unit + "/op", AggregationPolicy.AVG));
    return results;
  }
}
