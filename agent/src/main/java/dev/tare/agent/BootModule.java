package dev.tare.agent;

import dev.tare.runtime.Settings;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/**
 * Opens {@code java.base} to the runtime and to the agent, as far as each needs it, and to nobody
 * else.
 */
final class BootModule {
  private BootModule() {}

  static void open(Instrumentation instrumentation) {
    Module base = Object.class.getModule();
    // On the boot class path: its unnamed module is the runtime's alone.
    Module runtime = Settings.class.getModule();
    Module agent = BootModule.class.getModule();
    instrumentation.redefineModule(
        base,
        Set.of(runtime), // the facade calls the probes
        Map.of(
            "jdk.internal.misc",
            Set.of(runtime, agent),
            "jdk.internal.ref",
            Set.of(runtime),
            "jdk.internal.access",
            Set.of(agent),
            "jdk.internal.perf",
            Set.of(agent),
            "jdk.internal.vm",
            Set.of(agent)),
        Map.of(),
        Set.of(),
        Map.of());
  }
}
