package dev.tare.profile.json;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the methods: columns with sums, or the objects of version 1, which have none. */
final class MethodsReader {
  private static final String CALLS = "calls";
  private static final String CALLEE_CALLS = "callee_calls";
  private static final String SELF = "self";
  private static final String TOTAL = "total";
  private static final String OVERHEAD = "overhead";
  private static final String SAMPLES = "samples";
  private static final String WAITING = "waiting";
  private static final String TOTAL_WAITING = "total_waiting";

  private final JsonCursor json;
  private final List<MethodInfo> methods = new ArrayList<>();
  private @Nullable MethodSums sums;
  private long[] originNumbers = {};

  /** Number of methods in columns. */
  private final ColumnSize size;

  MethodsReader(JsonCursor json) {
    this.json = json;
    size = new ColumnSize(json);
  }

  void read() throws IOException {
    if (json.enterObjectOrArray()) {
      columns();
    } else {
      objects();
    }
  }

  List<MethodInfo> methods() {
    return methods;
  }

  /** The methods, with the names of where their classes came from, as far as they are numbered. */
  List<MethodInfo> methods(List<String> origins) {
    for (int i = 0; i < Math.min(originNumbers.length, methods.size()); i++) {
      long number = originNumbers[i];
      if (number >= 0 && number < origins.size()) {
        methods.set(i, methods.get(i).withOrigin(origins.get((int) number)));
      }
    }
    return methods;
  }

  /** What the file says they add up to, if it does. */
  @Nullable MethodSums sums() {
    return sums;
  }

  private void columns() throws IOException {
    List<@Nullable String> classes = List.of();
    List<@Nullable String> names = List.of();
    List<@Nullable String> descriptors = List.of();
    List<@Nullable String> files = List.of();
    List<@Nullable String> tiers = List.of();
    long[] lines = {};
    long[] calls = {};
    long[] calleeCalls = {};
    long[] self = {};
    long[] total = {};
    long[] overhead = {};
    long[] samples = {};
    long[] waiting = {};
    long[] totalWaiting = {};
    boolean isTotal = false;
    boolean isCalleeCalls = false;
    while (json.nextKey()) {
      switch (json.key()) {
        case "class" -> classes = texts();
        case "method" -> names = texts();
        case "descriptor" -> descriptors = texts();
        case "file" -> files = texts();
        case "tier" -> tiers = texts();
        case "origin" -> originNumbers = integers("origin");
        case "line" -> lines = integers("line");
        case CALLS -> calls = integers(CALLS);
        case CALLEE_CALLS -> {
          calleeCalls = integers(CALLEE_CALLS);
          isCalleeCalls = true;
        }
        case SELF -> self = integers(SELF);
        case TOTAL -> {
          total = integers(TOTAL);
          isTotal = true;
        }
        case OVERHEAD -> overhead = integers(OVERHEAD);
        case SAMPLES -> samples = integers(SAMPLES);
        case WAITING -> waiting = integers(WAITING);
        case TOTAL_WAITING -> totalWaiting = integers(TOTAL_WAITING);
        default -> json.skip();
      }
    }
    int count = Math.max(classes.size(), names.size());
    for (int i = 0; i < count; i++) {
      int line = i < lines.length ? json.index("methods.line", lines[i]) : 0;
      String tier = text(tiers, i);
      methods.add(
          new MethodInfo(
              text(classes, i),
              text(names, i),
              text(descriptors, i),
              i < files.size() ? files.get(i) : null,
              line,
              tier.isEmpty() ? MethodInfo.TIMED : tier,
              ""));
    }
    if (isTotal && isCalleeCalls) { // Older files have the one without the other.
      sums =
          new MethodSums(
              Arrays.copyOf(calls, count),
              Arrays.copyOf(calleeCalls, count),
              Arrays.copyOf(self, count),
              Arrays.copyOf(total, count),
              Arrays.copyOf(overhead, count),
              Arrays.copyOf(samples, count),
              Arrays.copyOf(waiting, count),
              Arrays.copyOf(totalWaiting, count));
    }
  }

  private List<@Nullable String> texts() throws IOException {
    String key = json.key();
    List<@Nullable String> column = json.optionalTexts();
    size.require("methods." + key, column.size());
    return column;
  }

  private long[] integers(String key) throws IOException {
    long[] column = json.integers(key);
    size.require("methods." + key, column.length);
    return column;
  }

  private static String text(List<@Nullable String> column, int row) {
    String text = row < column.size() ? column.get(row) : null;
    return text == null ? "" : text;
  }

  private void objects() throws IOException {
    while (json.nextObject()) {
      String className = "";
      String name = "";
      String descriptor = "";
      String file = null;
      int line = 0;
      while (json.nextKey()) {
        switch (json.key()) {
          case "class" -> className = json.text();
          case "method" -> name = json.text();
          case "descriptor" -> descriptor = json.text();
          case "file" -> file = json.text();
          case "line" -> line = json.index();
          default -> json.skip();
        }
      }
      methods.add(new MethodInfo(className, name, descriptor, file, line));
    }
  }
}
