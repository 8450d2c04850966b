package dev.tare.fleet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.tare.fleet.query.Answer;
import dev.tare.fleet.query.MethodSums;
import dev.tare.fleet.query.Selected;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import dev.tare.report.text.TextStyle;
import dev.tare.report.text.TextTable;
import dev.tare.report.text.ValueFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Of which values an answer is, and how it is given. */
final class OutputOptions {
  private static final Set<String> VALUES =
      Set.of("self", "waiting", "total", "overhead", "self_per_call");
  private static final Set<String> MEANS = Set.of("before", "after");
  private static final Set<String> PARTS = Set.of("share", "change", "uncertainty");

  @ArgGroup private Form form = new Form();

  /** One of them, or else text. */
  private static final class Form {
    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Option(
        names = "--parquet",
        paramLabel = "FOLDER",
        description = "As Parquet, in this folder, which is replaced.")
    private @Nullable String parquet;
  }

  @Option(
      names = "--by",
      paramLabel = "TIME",
      defaultValue = "working",
      description =
          "Values are of the time in which threads worked, where waiting is known (working), or of all (wall). Default: ${DEFAULT-VALUE}.")
  private Time by = Time.WORKING;

  private enum Time {
    WORKING,
    WALL
  }

  /** What methods add up to, by the time that was asked for. */
  MethodSums sums(SparkSession spark, Selected selected) throws FleetException {
    return new MethodSums(spark, selected, by == Time.WALL);
  }

  void give(Answer answer, SparkSession spark, PrintWriter out) throws IOException {
    if (form.parquet != null) {
      spark
          .createDataFrame(answer.rows(), answer.columns())
          .coalesce(1)
          .write()
          .mode(SaveMode.Overwrite)
          .parquet(form.parquet);
    } else if (form.json) {
      json(answer, out);
    } else {
      text(answer, out);
    }
    out.flush();
  }

  private static void json(Answer answer, PrintWriter out) throws IOException {
    String[] columns = answer.columns().fieldNames();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      // Whatever the encoding of standard output is.
      json.enable(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature());
      json.writeStartObject();
      json.writeObjectFieldStart("heading");
      for (Map.Entry<String, String> line : answer.heading().entrySet()) {
        json.writeStringField(line.getKey(), line.getValue());
      }
      json.writeEndObject();
      json.writeStringField("unit", answer.unit());
      json.writeArrayFieldStart("rows");
      for (Row row : answer.rows()) {
        json.writeRaw('\n');
        json.writeStartObject();
        for (int i = 0; i < columns.length; i++) {
          json.writeFieldName(columns[i]);
          write(json, row.get(i));
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.println();
  }

  private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else {
      json.writeString(value.toString());
    }
  }

  private static void text(Answer answer, PrintWriter out) {
    answer
        .heading()
        .forEach((name, line) -> out.printf(Locale.ROOT, "%-10s %s%n", name, Printable.text(line)));
    out.println();
    String[] columns = answer.columns().fieldNames();
    ValueFormat values = ValueFormat.human(answer.unit());
    String[] headings = columns.clone();
    for (int i = 0; i < headings.length; i++) {
      headings[i] = headings[i].replace('_', ' ');
    }
    TextTable table = new TextTable(TextStyle.ofStandardOutput(), headings);
    for (Row row : answer.rows()) {
      String[] cells = new String[columns.length];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = cell(columns[i], row.get(i), values);
      }
      table.row(cells);
    }
    table.print(out);
  }

  private static String cell(String column, @Nullable Object value, ValueFormat values) {
    if (value == null) {
      return "-";
    }
    if (value instanceof Long number) {
      return VALUES.contains(column) ? values.value(number) : Numbers.formatInt(number);
    }
    if (value instanceof Double number) {
      if (PARTS.contains(column)) {
        return column.equals("change")
            ? Numbers.relative(OptionalDouble.of(number))
            : String.format(Locale.ROOT, "%.1f%%", 100 * number);
      }
      return VALUES.contains(column) || MEANS.contains(column)
          ? values.value(number.doubleValue())
          : number.toString();
    }
    return Printable.text(value.toString());
  }
}
