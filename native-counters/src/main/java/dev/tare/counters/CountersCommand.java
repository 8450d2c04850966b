package dev.tare.counters;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;

/** The command {@code counters}: every metric of this machine, or why it has it not. */
public final class CountersCommand {
  private static final String ROW = "%-25s %11s%11s  %s%n";
  private static final String USAGE = "usage: java -jar profiler.jar counters [--json]";

  private CountersCommand() {}

  /**
   * Tries each metric, and measures what a reading of it costs: some tens of milliseconds each.
   *
   * @param arguments the command's name, and nothing, {@code --json} or {@code --help}
   * @return the exit status: 0, also where metrics are missing
   * @throws IOException where the output fails; {@code out} knows whether it did otherwise
   */
  public static int run(PrintStream out, String... arguments) throws IOException {
    String option = arguments.length > 1 ? arguments[1] : "";
    if (option.equals("-h") || option.equals("--help")) {
      out.println(USAGE);
      out.println("Lists each metric of this machine with its source and what a reading");
      out.println("costs, or why it is missing and what would help.");
      return 0;
    }
    boolean json = option.equals("--json");
    if (arguments.length > (json ? 2 : 1)) {
      System.err.println("counters: not known: " + arguments[json ? 2 : 1]);
      System.err.println(USAGE);
      return 2;
    }
    EventCatalog catalog = new EventCatalog(Optional.empty());
    if (json) {
      printJson(out, catalog);
    } else {
      printTable(out, catalog);
    }
    return 0;
  }

  private static void printTable(PrintStream out, EventCatalog catalog) {
    out.printf(ROW, "metric", "reading", "step", "source");
    UnavailableMetrics missing = new UnavailableMetrics();
    for (String metric : catalog.metrics()) {
      try {
        MetricSource source = catalog.source(metric);
        ReadingCost cost = ReadingCost.measure(source);
        String unit = source.unit().equals("ns") ? " ns" : "";
        String nanos = String.format(Locale.ROOT, "%.1f ns", cost.nanos());
        out.printf(ROW, metric, nanos, cost.step() + unit, source.source());
      } catch (MetricUnavailableException e) {
        missing.add(metric, e);
      }
    }
    missing.lines().forEach(out::println);
  }

  private static void printJson(PrintStream out, EventCatalog catalog) throws IOException {
    JsonGenerator json = new JsonFactory().createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.useDefaultPrettyPrinter();
    json.writeStartObject();
    json.writeArrayFieldStart("metrics");
    for (String metric : catalog.metrics()) {
      json.writeStartObject();
      json.writeStringField("metric", metric);
      try {
        MetricSource source = catalog.source(metric);
        ReadingCost cost = ReadingCost.measure(source);
        json.writeBooleanField("available", true);
        json.writeStringField("source", source.source());
        json.writeStringField("unit", source.unit());
        json.writeNumberField("reading_ns", Math.round(cost.nanos() * 10) / 10.0);
        json.writeNumberField("step", cost.step());
      } catch (MetricUnavailableException e) {
        json.writeBooleanField("available", false);
        json.writeStringField("reason", e.getMessage());
        json.writeStringField("help", e.help());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.close();
    out.println();
  }
}
