package dev.tare.counters;

import java.util.List;
import java.util.Optional;

/** Modules of the JDK beside {@code java.base}, which a runtime made by jlink need not have. */
final class RuntimeModules {
  static final String LOGGING = "java.logging";

  /** What JNR-FFI uses. */
  static final List<String> FOR_EVENTS = List.of(LOGGING);

  /** What {@link JvmThreadMetrics} uses. */
  static final List<String> FOR_ACCOUNTS = List.of("java.management", "jdk.management");

  private RuntimeModules() {}

  /** The reason for which something cannot be had, if one of the modules it uses is missing. */
  static Optional<String> missing(List<String> modules) {
    return modules.stream()
        .filter(module -> ModuleLayer.boot().findModule(module).isEmpty())
        .findFirst()
        .map(module -> "this Java runtime has no module " + module);
  }

  /** Does nothing where all modules are there. */
  static void demand(List<String> modules) throws MetricUnavailableException {
    Optional<String> missing = missing(modules);
    if (missing.isPresent()) {
      throw new MetricUnavailableException(
          missing.get(), "jlink --add-modules " + String.join(",", modules));
    }
  }
}
