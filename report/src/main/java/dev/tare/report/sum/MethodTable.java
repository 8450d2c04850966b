package dev.tare.report.sum;

import dev.tare.profile.MethodInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One numbering of the methods of several profiles. A method is the same where all that is known of
 * it is the same.
 */
public final class MethodTable {
  private static final Comparator<MethodInfo> ORDER =
      Comparator.comparing(MethodInfo::className)
          .thenComparing(MethodInfo::name)
          .thenComparing(MethodInfo::descriptor)
          .thenComparing(method -> method.file() == null ? "" : method.file())
          .thenComparingInt(MethodInfo::line);

  private final Map<MethodInfo, Integer> numbers = new HashMap<>();
  private final List<MethodInfo> methods = new ArrayList<>();

  /** The numbers of a profile's methods, at their own indices. */
  public int[] numbers(List<MethodInfo> added) {
    int[] result = new int[added.size()];
    for (int i = 0; i < result.length; i++) {
      Integer known = numbers.putIfAbsent(added.get(i), methods.size());
      result[i] = known == null ? methods.size() : known;
      if (known == null) {
        methods.add(added.get(i));
      }
    }
    return result;
  }

  /** The methods by their numbers. */
  public List<MethodInfo> methods() {
    return List.copyOf(methods);
  }

  /** The methods in an order that does not depend on when they came. */
  List<MethodInfo> sorted() {
    return methods.stream().sorted(ORDER).toList();
  }
}
