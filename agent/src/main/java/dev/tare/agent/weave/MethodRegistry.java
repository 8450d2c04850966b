package dev.tare.agent.weave;

import dev.tare.profile.MethodInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers methods for the probes, and remembers what the numbers mean. A class that is defined
 * again, by another loader or by the same, keeps its methods' numbers: loaders come and go without
 * end, names do not.
 */
public final class MethodRegistry {
  private record Key(String className, String name, String descriptor) {}

  private final Map<Key, Integer> ids = new HashMap<>();
  private final List<MethodInfo> methods = new ArrayList<>();

  /** The method's number, from 0; the source file and line are those that were given first. */
  public synchronized int id(
      String internalName, String name, String descriptor, @Nullable String file, int line) {
    return ids.computeIfAbsent(
        new Key(internalName, name, descriptor),
        key -> {
          methods.add(new MethodInfo(internalName.replace('/', '.'), name, descriptor, file, line));
          return methods.size() - 1;
        });
  }

  /** What a number means. */
  public synchronized MethodInfo method(int id) {
    return methods.get(id);
  }
}
