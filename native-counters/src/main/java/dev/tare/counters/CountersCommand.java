package dev.tare.counters;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;

/** The command {@code counters}: every metric of this machine, or why it has it not. */
public final class CountersCommand {
  private static final int NAME_WIDTH = 26;
  private static final int NUMBER_WIDTH = 11;
  private static final String USAGE = "usage: java -jar profiler.jar counters [--json]";

  private CountersCommand() {}

  /**
   * Runs it and ends the process with its exit status.
   *
   * @param arguments the command's name, and nothing, {@code --json} or {@code --help}
   */
  public static void main(String[] arguments) {
    String option = arguments.length == 2 ? arguments[1] : "";
    if (option.equals("-h") || option.equals("--help")) {
      System.out.println(USAGE);
      System.out.println("Lists each metric of this machine with its source and what a reading");
      System.out.println("costs, or why it is missing and what would help.");
      System.exit(0);
    }
    boolean json = option.equals("--json");
    if (arguments.length > 1 && !json) {
      System.err.println(USAGE);
      System.exit(2);
    }
    System.exit(run(System.out, json));
  }

  /**
   * Tries each metric, and measures what a reading of it costs: some tens of milliseconds each.
   *
   * @param json whether to print JSON, for programs, rather than a table
   * @return the exit status: 0, also where metrics are missing; 1 where the output failed
   */
  public static int run(PrintStream out, boolean json) {
    EventCatalog catalog = new EventCatalog(Optional.empty());
    try {
      if (json) {
        printJson(out, catalog);
      } else {
        printTable(out, catalog);
      }
    } catch (IOException e) {
      return 1;
    }
    return out.checkError() ? 1 : 0;
  }

  private static void printTable(PrintStream out, EventCatalog catalog) {
    out.println(
        pad("metric", NAME_WIDTH)
            + padLeft("reading", NUMBER_WIDTH)
            + padLeft("step", NUMBER_WIDTH)
            + "  source");
    UnavailableMetrics missing = new UnavailableMetrics();
    for (String metric : catalog.metrics()) {
      try {
        MetricSource source = catalog.source(metric);
        ReadingCost cost = ReadingCost.measure(source);
        String unit = source.unit().equals("ns") ? " ns" : "";
        out.println(
            pad(metric, NAME_WIDTH)
                + padLeft(String.format(Locale.ROOT, "%.1f ns", cost.nanos()), NUMBER_WIDTH)
                + padLeft(cost.step() + unit, NUMBER_WIDTH)
                + "  "
                + source.source());
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

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(1, width - text.length()));
  }

  private static String padLeft(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }
}
