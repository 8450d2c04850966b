package dev.tare.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a block of code did, in the thread that ran it and in the threads that were started in it;
 * immutable.
 *
 * <p>Methods are named as the agent's {@code include} names them: {@code com.acme.Dao#load}, {@code
 * com.acme.Dao} for all methods of a class, {@code com.acme.*} for a package and those below it;
 * {@code *} stands for any characters. Several such names are joined by {@code :}.
 */
public final class Measurement {
  private static final Measurement UNKNOWN = new Measurement("", "", List.of());

  private final String metric;
  private final String unit;
  private final List<MeasuredCalls> roots;

  private Measurement(String metric, String unit, List<MeasuredCalls> roots) {
    this.metric = metric;
    this.unit = unit;
    this.roots = roots;
  }

  /** Where nothing was recorded, or not all. */
  static Measurement unknown() {
    return UNKNOWN;
  }

  /** Of what the agent answers: metric and unit, then a line for each node of the call tree. */
  static Measurement of(String answer) {
    String[] lines = answer.split("\n", -1);
    String[] heading = lines[0].split("\t", -1);
    List<MeasuredCalls> roots = new ArrayList<>();
    // By depth, what the block and the callers of the next line have called so far.
    List<List<MeasuredCalls>> called = new ArrayList<>(List.of(roots));
    for (int i = 1; i < lines.length; i++) { // In preorder, each with its depth from 1.
      String[] line = lines[i].split("\t", -1);
      int depth = Integer.parseInt(line[0]);
      called.subList(depth, called.size()).clear();
      List<MeasuredCalls> children = new ArrayList<>();
      called
          .get(depth - 1)
          .add(
              new MeasuredCalls(
                  line[3],
                  line[4],
                  line[5],
                  Long.parseLong(line[1]),
                  Long.parseLong(line[2]),
                  Collections.unmodifiableList(children)));
      called.add(children);
    }
    return new Measurement(heading[0], heading[1], Collections.unmodifiableList(roots));
  }

  /**
   * Whether anything is known: false where there was no agent, or it was not recording all the
   * time.
   */
  public boolean isKnown() {
    return this != UNKNOWN;
  }

  /** The name of the metric, {@code time} for example. */
  public String metric() {
    return known(metric);
  }

  /** The unit of values, {@code ns} for example. */
  public String unit() {
    return known(unit);
  }

  /**
   * How often methods were called.
   *
   * @param methods which ones
   * @throws IllegalStateException where nothing {@linkplain #isKnown is known}
   */
  public long calls(String methods) {
    return sum(methods, MeasuredCalls::calls);
  }

  /**
   * The metric in the methods themselves, overhead subtracted; within the error it may be negative.
   *
   * @param methods which ones
   * @return in {@link #unit}
   * @throws IllegalStateException where nothing {@linkplain #isKnown is known}
   */
  public long self(String methods) {
    return sum(methods, MeasuredCalls::self);
  }

  /**
   * The metric in all instrumented methods, overhead subtracted.
   *
   * @return in {@link #unit}
   * @throws IllegalStateException where nothing {@linkplain #isKnown is known}
   */
  public long total() {
    return MeasuredCalls.withAllBelow(known(roots)).stream().mapToLong(MeasuredCalls::self).sum();
  }

  /**
   * What the block itself called, and what its threads ran.
   *
   * @throws IllegalStateException where nothing {@linkplain #isKnown is known}
   */
  public List<MeasuredCalls> children() {
    return known(roots);
  }

  /**
   * Who called methods, and how often.
   *
   * @param methods which ones
   * @return calls by the caller's name, {@code com.acme.Orders#total}; empty for the block itself
   * @throws IllegalStateException where nothing {@linkplain #isKnown is known}
   */
  public Map<String, Long> callers(String methods) {
    Predicate<MeasuredCalls> called = named(methods);
    Map<String, Long> callers = new LinkedHashMap<>();
    add("", known(roots), called, callers);
    for (MeasuredCalls caller : MeasuredCalls.withAllBelow(known(roots))) {
      add(caller.name(), caller.children(), called, callers);
    }
    return Collections.unmodifiableMap(callers);
  }

  private static void add(
      String caller,
      List<MeasuredCalls> nodes,
      Predicate<MeasuredCalls> called,
      Map<String, Long> callers) {
    for (MeasuredCalls node : nodes) {
      if (called.test(node) && node.calls() > 0) {
        callers.merge(caller, node.calls(), Long::sum);
      }
    }
  }

  private long sum(String methods, ToLongFunction<MeasuredCalls> value) {
    return MeasuredCalls.withAllBelow(known(roots)).stream()
        .filter(named(methods))
        .mapToLong(value)
        .sum();
  }

  private <T> T known(@Nullable T value) {
    if (!isKnown() || value == null) {
      throw new IllegalStateException(
          "nothing is known: there is no agent in this JVM, or it did not record all the time");
    }
    return value;
  }

  /** Whether a node is of one of these methods. */
  private static Predicate<MeasuredCalls> named(String methods) {
    List<Predicate<MeasuredCalls>> each = new ArrayList<>();
    for (String pattern : methods.split(":", -1)) {
      int hash = pattern.indexOf('#');
      Pattern className = glob(hash < 0 ? pattern : pattern.substring(0, hash));
      Pattern methodName = glob(hash < 0 ? "*" : pattern.substring(hash + 1));
      each.add(
          node ->
              className.matcher(node.className()).matches()
                  && methodName.matcher(node.methodName()).matches());
    }
    return node -> each.stream().anyMatch(pattern -> pattern.test(node));
  }

  private static Pattern glob(String text) {
    StringBuilder pattern = new StringBuilder();
    for (String part : text.split("\\*", -1)) {
      pattern.append(pattern.length() == 0 ? "" : ".*").append(Pattern.quote(part));
    }
    return Pattern.compile(pattern.toString());
  }
}
