package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.SkippedMethods;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoadedClassesTest {
  private int looks;

  @Test
  void looksOnceBeforeTheApplicationBegins() {
    assertEquals(Set.of(), transformed(Object.class, true));
    assertEquals(1, looks);
  }

  @Test
  void looksAgainForClassesThatAreDefinedMeanwhile() {
    assertEquals(Set.of(ArrayList.class), transformed(ArrayList.class, true));
    assertEquals(3, looks);
  }

  @Test
  void anotherThreadMayBeDefiningTheFirst() {
    assertEquals(Set.of(), transformed(Object.class, false));
    assertEquals(3, looks);
  }

  private Set<Class<?>> transformed(Class<?> loaded, boolean isAlone) {
    ClassFilter filter = new ClassFilter(List.of("java.util.*"), List.of());
    return new LoadedClasses(jvm(loaded), filter, new SkippedMethods()).transformAgain(isAlone);
  }

  private Instrumentation jvm(Class<?> loaded) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            LoadedClassesTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAllLoadedClasses" -> {
                    looks++;
                    yield new Class<?>[] {loaded};
                  }
                  case "isModifiableClass" -> true;
                  default -> null;
                });
  }
}
