package dev.tare.jmh;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What tells a method of a profile from others.
 *
 * @param className with its package; empty for what is no method of a class
 * @param method its name
 * @param descriptor what it takes and returns (JVMS 4.3.3)
 */
record MethodKey(String className, String method, String descriptor) {
  /** From the shortest name to the one that no other method has. */
  private static final List<Function<MethodKey, String>> FORMS =
      List.of(
          MethodKey::brief,
          key -> key.brief() + key.parameters(),
          MethodKey::qualified,
          key -> key.qualified() + key.parameters(),
          key -> key.qualified() + key.descriptor);

  /** For each of these methods the shortest name that none of the others has. */
  static Map<MethodKey, String> names(Collection<MethodKey> methods) {
    Map<MethodKey, String> names = new HashMap<>();
    List<MethodKey> unnamed = new ArrayList<>(methods);
    for (Function<MethodKey, String> form : FORMS) {
      Map<String, Integer> counts = new HashMap<>();
      unnamed.forEach(key -> counts.merge(form.apply(key), 1, Integer::sum));
      for (MethodKey key : unnamed) {
        String name = form.apply(key);
        if (counts.getOrDefault(name, 0) == 1) {
          names.put(key, name);
        }
      }
      unnamed.removeIf(names::containsKey);
    }
    return names;
  }

  private String brief() {
    return named(className.substring(className.lastIndexOf('.') + 1));
  }

  private String qualified() {
    return named(className);
  }

  private String named(String of) {
    return of.isEmpty() ? method : of + "." + method;
  }

  private String parameters() {
    try {
      return MethodTypeDesc.ofDescriptor(descriptor).parameterList().stream()
          .map(ClassDesc::displayName)
          .collect(Collectors.joining(", ", "(", ")"));
    } catch (IllegalArgumentException e) {
      return descriptor;
    }
  }
}
