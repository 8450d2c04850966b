package dev.tare.report.sum;

import dev.tare.profile.MethodInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One numbering of the methods of several profiles. A method is the same where class, name and
 * descriptor are: its line may move from build to build. Of several files and lines, the first in
 * order is kept.
 */
public final class MethodTable {
  private static final Comparator<MethodInfo> ORDER =
      Comparator.comparing(MethodInfo::className)
          .thenComparing(MethodInfo::name)
          .thenComparing(MethodInfo::descriptor);

  private final Map<Identity, Integer> numbers = new HashMap<>();
  private final List<MethodInfo> methods = new ArrayList<>();

  /** The numbers of a profile's methods, at their own indices. */
  public int[] numbers(List<MethodInfo> added) {
    int[] result = new int[added.size()];
    for (int i = 0; i < result.length; i++) {
      MethodInfo method = added.get(i);
      Integer known = numbers.putIfAbsent(Identity.of(method), methods.size());
      if (known == null) {
        result[i] = methods.size();
        methods.add(method);
      } else {
        result[i] = known;
        methods.set(known, together(methods.get(known), method));
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

  private static MethodInfo together(MethodInfo known, MethodInfo added) {
    String file = first(known.file(), added.file());
    int line =
        known.line() == 0 || added.line() == 0
            ? known.line() + added.line()
            : Math.min(known.line(), added.line());
    return new MethodInfo(
        known.className(),
        known.name(),
        known.descriptor(),
        file,
        line,
        lower(known.tier(), added.tier()),
        origin(known.origin(), added.origin()));
  }

  /** What is known of a method that has less in one profile than in another. */
  private static String lower(String known, String added) {
    return List.of(MethodInfo.MERGED, MethodInfo.FLAT, MethodInfo.COUNTED).stream()
        .filter(tier -> tier.equals(known) || tier.equals(added))
        .findFirst()
        .orElse(known);
  }

  private static String origin(String known, String added) {
    return known.isEmpty()
        ? added
        : added.isEmpty() ? known : known.compareTo(added) <= 0 ? known : added;
  }

  private static @Nullable String first(@Nullable String known, @Nullable String added) {
    return known == null ? added : added == null || known.compareTo(added) <= 0 ? known : added;
  }

  private record Identity(String className, String name, String descriptor) {
    static Identity of(MethodInfo method) {
      return new Identity(method.className(), method.name(), method.descriptor());
    }
  }
}
