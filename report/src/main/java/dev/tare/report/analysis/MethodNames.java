package dev.tare.report.analysis;

import dev.tare.profile.MethodInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A name for each method: {@code com.acme.Order.total}, with what it takes where there are several
 * of that name, as in {@code com.acme.Order.total(int, Line)}, and with its descriptor where even
 * that is not enough. Methods that are alike in all this, of the same class in two loaders, have
 * one name.
 */
public final class MethodNames {
  private final List<MethodInfo> methods;
  private final String[] suffixes;

  /** Names these methods. */
  public MethodNames(List<MethodInfo> methods) {
    this.methods = List.copyOf(methods);
    suffixes = new String[methods.size()];
    Map<String, Integer> plain = counted(this::plain);
    Map<String, Integer> withParameters = counted(this::withParameters);
    for (int i = 0; i < suffixes.length; i++) {
      String descriptor = methods.get(i).descriptor();
      suffixes[i] =
          plain.getOrDefault(plain(i), 0) == 1
              ? ""
              : withParameters.getOrDefault(withParameters(i), 0) == 1
                  ? Parameters.of(descriptor)
                  : descriptor;
    }
  }

  /** The name of the method of this index. */
  public String of(int method) {
    return plain(method) + suffixes[method];
  }

  /** What follows class and method in the name; empty where they tell the method. */
  public String suffix(int method) {
    return suffixes[method];
  }

  private String plain(int method) {
    return methods.get(method).qualifiedName();
  }

  private String withParameters(int method) {
    return plain(method) + Parameters.of(methods.get(method).descriptor());
  }

  private Map<String, Integer> counted(IntFunction<String> name) {
    Map<String, Integer> count = new HashMap<>();
    for (int i = 0; i < methods.size(); i++) {
      count.merge(name.apply(i), 1, Integer::sum);
    }
    return count;
  }
}
