package dev.tare.agent;

import dev.tare.agent.weave.ClassFilter;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;

/** Classes that were loaded before the agent: those that are included are woven now. */
final class LoadedClasses {
  private LoadedClasses() {}

  static void weave(Instrumentation instrumentation, ClassFilter filter)
      throws UnmodifiableClassException {
    List<Class<?>> included = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (instrumentation.isModifiableClass(loaded)
          && !loaded.isHidden()
          && filter.includesClass(loaded.getClassLoader(), loaded.getName().replace('.', '/'))) {
        included.add(loaded);
      }
    }
    if (!included.isEmpty()) {
      instrumentation.retransformClasses(included.toArray(new Class<?>[0]));
    }
  }
}
