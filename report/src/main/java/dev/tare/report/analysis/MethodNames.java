package dev.tare.report.analysis;

import dev.tare.profile.MethodInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A name for each method: {@code com.acme.Order.total}, with the descriptor where there are several
 * of that name. Methods that even then have one name, the same class in two loaders, keep it.
 */
public final class MethodNames {
  private final String[] names;

  /** Names these methods. */
  public MethodNames(List<MethodInfo> methods) {
    Map<String, Integer> count = new HashMap<>();
    names = new String[methods.size()];
    for (int i = 0; i < names.length; i++) {
      MethodInfo method = methods.get(i);
      names[i] = method.className() + "." + method.name();
      count.merge(names[i], 1, Integer::sum);
    }
    for (int i = 0; i < names.length; i++) {
      if (count.getOrDefault(names[i], 0) > 1) {
        names[i] += methods.get(i).descriptor();
      }
    }
  }

  /** The name of the method of this index. */
  public String of(int method) {
    return names[method];
  }
}
