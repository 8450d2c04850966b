package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Calls by reflection, often enough for the JDK to write code for it, by method handles, and
 * through a proxy.
 */
public final class ReflectionAndProxies {
  private ReflectionAndProxies() {}

  public static void main(String[] args) throws Throwable {
    Method method = ReflectionAndProxies.class.getDeclaredMethod("next", int.class);
    for (int i = 0; i < 50; i++) {
      Check.equal(i + 1, method.invoke(null, i)); // assertCalls(next, 51)
    }
    MethodHandle handle =
        MethodHandles.lookup()
            .findStatic(
                ReflectionAndProxies.class, "next", MethodType.methodType(int.class, int.class));
    Check.equal(8, (int) handle.invokeExact(7));
    // The proxy's class is made for the loader and the package of its interface, so it is an
    // application class.
    Named proxy =
        (Named)
            Proxy.newProxyInstance(
                Named.class.getClassLoader(),
                new Class<?>[] {Named.class},
                (self, called, arguments) -> name());
    // assertCalls(main > $Proxy*.<clinit>, 1) assertCalls(main > $Proxy*.<init>, 1)
    Check.equal("proxied", proxy.name()); // assertCalls($Proxy*.name, 1)
    // assertCalls($Proxy*.name > lambda$main$*, 1)
    // assertCalls(lambda$main$* > ReflectionAndProxies.name, 1)
  }

  static int next(int n) {
    return n + 1;
  }

  private static String name() {
    return "proxied";
  }

  interface Named {
    String name();
  }
}
