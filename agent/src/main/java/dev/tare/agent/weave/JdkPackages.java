package dev.tare.agent.weave;

import java.lang.module.ResolvedModule;
import java.net.URI;
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
    for (ResolvedModule resolved : ModuleLayer.boot().configuration().modules()) {
      ClassLoader defining = ModuleLayer.boot().findLoader(resolved.name());
      if (defining != null && defining != platform && isOfTheJdk(resolved)) {
        loader = defining;
        for (String name : resolved.reference().descriptor().packages()) {
          packages.add(name.replace('.', '/'));
        }
      }
    }
  }

  /**
   * Whether a module is in the run-time image and has a name of the JDK's. In an image of {@code
   * jlink} are the application's modules, too, and a jar on the module path may have any name, as
   * {@code java.mail}.
   */
  private static boolean isOfTheJdk(ResolvedModule module) {
    return (module.name().startsWith("java.") || module.name().startsWith("jdk."))
        && module.reference().location().filter(JdkPackages::isOfTheImage).isPresent();
  }

  private static boolean isOfTheImage(URI location) {
    return "jrt".equals(location.getScheme());
  }

  /** Whether a class with this internal name is the JDK's, where this loader defines it. */
  boolean contain(@Nullable ClassLoader definer, String internalName) {
    int end = internalName.lastIndexOf('/');
    return definer == loader && end > 0 && packages.contains(internalName.substring(0, end));
  }
}
