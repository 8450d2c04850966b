package dev.tare.agent.weave;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Packages of the JDK whose classes the application's own loader defines: those of {@code
 * jdk.compiler}, {@code jdk.jdi} and other tools. Neither loader nor name tells them from the
 * application's.
 */
final class JdkPackages {
  private final Set<String> packages = new HashSet<>();
  private @Nullable ClassLoader loader;

  JdkPackages() {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    for (Module module : ModuleLayer.boot().modules()) {
      ClassLoader defining = module.getClassLoader();
      if (defining != null && defining != platform && isOfTheJdk(module.getName())) {
        loader = defining;
        for (String name : module.getPackages()) {
          packages.add(name.replace('.', '/'));
        }
      }
    }
  }

  /** Modules that applications bring have other names, in an image of {@code jlink} too. */
  private static boolean isOfTheJdk(String module) {
    return module.startsWith("java.") || module.startsWith("jdk.");
  }

  /** Whether a class with this internal name is the JDK's, where this loader defines it. */
  boolean contain(@Nullable ClassLoader definer, String internalName) {
    return definer == loader && contain(internalName);
  }

  /** Whether a class with this internal name is the JDK's, unless another loader defines it. */
  boolean contain(String internalName) {
    int end = internalName.lastIndexOf('/');
    return end > 0 && packages.contains(internalName.substring(0, end));
  }
}
