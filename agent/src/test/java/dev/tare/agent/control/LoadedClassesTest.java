package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.SkippedMethods;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Stands in for a JVM that defines two more classes while the first is transformed. */
class LoadedClassesTest {
  /** The transformer was asked for it before it was turned. */
  private static final Class<?> ASKED_BEFORE = LinkedList.class;

  /** And for this one afterwards. */
  private static final Class<?> ASKED_AFTER = HashMap.class;

  private final List<Class<?>> loaded = new ArrayList<>(List.of(Object.class, ArrayList.class));
  private final List<Class<?>> transformed = new ArrayList<>();

  @Test
  void eachClassIsTransformedOnceAndNoneThatWasWovenAsItLoaded() {
    ClassFilter filter = new ClassFilter(List.of("java.util.*"), List.of());
    LoadedClasses classes = new LoadedClasses(jvm(), filter, new SkippedMethods());
    Set<Class<?>> done = classes.transformAgain();
    assertEquals(List.of(ArrayList.class), transformed);
    assertEquals(Set.of(ArrayList.class), new HashSet<>(done));
    for (int look = 0; look < 2; look++) {
      classes.transformLate(done, ASKED_AFTER::equals);
      assertEquals(List.of(ArrayList.class, ASKED_BEFORE), transformed);
    }
  }

  private Instrumentation jvm() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            LoadedClassesTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAllLoadedClasses" -> loaded.toArray(new Class<?>[0]);
                  case "isModifiableClass" -> true;
                  case "retransformClasses" -> {
                    transformed.addAll(List.of((Class<?>[]) arguments[0]));
                    loaded.addAll(List.of(ASKED_BEFORE, ASKED_AFTER));
                    yield null;
                  }
                  default -> null;
                });
  }
}
