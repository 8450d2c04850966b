package dev.tare.report.view;

import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.report.analysis.ProbeFrames;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** What becomes one row instead of methods. */
public enum Grouping {
  /** Each method by itself. */
  METHOD,
  /** All methods of a class; of an inner class, those of the outer one too. */
  CLASS,
  /** All methods of a package. */
  PACKAGE,
  /** All methods of a jar, a folder, or a module of the JDK. */
  JAR,
  /** All that a thread did; threads whose names differ in numbers alone are one. */
  THREAD;

  private static final String NO_JAR = "(no jar known)";

  /**
   * A group for each method, in the order in which they come.
   *
   * @param merged the groups of methods that were without probes for some time
   */
  record Groups(List<MethodInfo> names, IntUnaryOperator groupOf, BitSet merged) {}

  Groups of(List<MethodInfo> methods) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<MethodInfo> names = new ArrayList<>();
    int[] groupOf = new int[methods.size()];
    BitSet merged = new BitSet();
    BitSet probes = ProbeFrames.among(methods);
    for (int method = 0; method < groupOf.length; method++) {
      String name =
          probes.get(method) ? ProbeFrames.GROUP.qualifiedName() : name(methods.get(method));
      Integer known = numbers.putIfAbsent(name, names.size());
      groupOf[method] = known == null ? names.size() : known;
      if (known == null) {
        names.add(probes.get(method) ? ProbeFrames.GROUP : named(name));
      }
      if (methods.get(method).callsKind() == CallsKind.BOUNDED) {
        merged.set(groupOf[method]);
      }
    }
    return new Groups(names, method -> groupOf[method], merged);
  }

  /** What a row is. */
  public String subject() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What rows are. */
  public String subjects() {
    return this == CLASS ? "classes" : subject() + "s";
  }

  /** What is no method of a class: a class, a package, a thread. */
  static MethodInfo named(String name) {
    return new MethodInfo("", name, "", null, 0);
  }

  private String name(MethodInfo method) {
    String className = method.className();
    if (className.isEmpty()) {
      return method.name();
    }
    if (this == JAR) {
      return method.origin().isEmpty() ? NO_JAR : method.origin();
    }
    int outer = className.indexOf('$', className.lastIndexOf('.') + 2);
    String whole = outer < 0 ? className : className.substring(0, outer);
    int dot = whole.lastIndexOf('.');
    return this == PACKAGE ? dot < 0 ? "(no package)" : whole.substring(0, dot) : whole;
  }
}
