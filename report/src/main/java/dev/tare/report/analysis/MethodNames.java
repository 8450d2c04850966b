package dev.tare.report.analysis;

import dev.tare.profile.MethodInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A name for each method: {@code com.acme.Order.total}, and where there are several of that name as
 * much of their signatures as tells them apart: {@code com.acme.Order.total(int, Line)}, {@code
 * com.acme.Order.total(int, Line): long}, or the same with packages. Methods that are alike in all
 * this, of the same class in two loaders, have one name.
 */
public final class MethodNames {
  /** From the shortest to what is always enough. */
  private static final List<UnaryOperator<String>> FORMS =
      List.of(descriptor -> "", Signature::parameters, Signature::brief, Signature::qualified);

  private final List<MethodInfo> methods;
  private final Map<String, Set<String>> descriptors = new HashMap<>();

  /** Of names that were asked for: few of all are shown. */
  private final Map<String, Map<String, String>> suffixes = new HashMap<>();

  /** Names these methods. */
  public MethodNames(List<MethodInfo> methods) {
    this.methods = List.copyOf(methods);
    for (MethodInfo method : methods) {
      descriptors
          .computeIfAbsent(method.qualifiedName(), name -> new HashSet<>())
          .add(method.descriptor());
    }
  }

  /** For each of these descriptors the shortest form that no other has. */
  private static Map<String, String> told(Set<String> descriptors) {
    Map<String, String> told = new HashMap<>();
    for (UnaryOperator<String> form : FORMS) {
      Map<String, Integer> count = new HashMap<>();
      descriptors.forEach(descriptor -> count.merge(form.apply(descriptor), 1, Integer::sum));
      for (String descriptor : descriptors) {
        String suffix = form.apply(descriptor);
        if (count.getOrDefault(suffix, 0) == 1) {
          told.putIfAbsent(descriptor, suffix);
        }
      }
    }
    return told;
  }

  /** The name of the method of this index. */
  public String of(int method) {
    return methods.get(method).qualifiedName() + suffix(method);
  }

  /** What follows class and method in the name; empty where they tell the method. */
  public String suffix(int method) {
    MethodInfo info = methods.get(method);
    String name = info.qualifiedName();
    Set<String> overloads = descriptors.getOrDefault(name, Set.of());
    return overloads.size() < 2
        ? ""
        : suffixes
            .computeIfAbsent(name, none -> told(overloads))
            .getOrDefault(info.descriptor(), "");
  }
}
