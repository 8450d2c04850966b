package dev.tare.bench.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KernelsTest {

  @Test
  void everyMethodThatATableNamesIsThereOnce() throws ClassNotFoundException {
    for (Kernel kernel : Kernels.all()) {
      assertEquals(1, methods(kernel.driveClass(), kernel.driveMethod()), kernel.driveMethod());
      for (Kernel.Part part : kernel.parts()) {
        assertEquals(1, methods(part.className(), part.method()), part.method());
      }
    }
  }

  private static long methods(String className, String name) throws ClassNotFoundException {
    Method[] methods = Class.forName(className).getDeclaredMethods();
    return Arrays.stream(methods).filter(method -> method.getName().equals(name)).count();
  }

  @Test
  void fibMakesAsManyCallsAsAreSaid() {
    assertEquals(calls(15), Recursion.CALLS);
  }

  private static int calls(int n) {
    return n < 2 ? 1 : 1 + calls(n - 1) + calls(n - 2);
  }

  @Test
  void aPartOfSeveralCostsItsTurnsAndASinglePartTheWholeTurn() {
    assertEquals(3, new Kernel.Part("Acme", "one", 4, 0, true).selfNanos(12, 1.5));
    assertEquals(60, new Kernel.Part("Acme", "one", 4, 40, false).selfNanos(12, 1.5));
  }
}
