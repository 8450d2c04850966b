package dev.tare.agent.bootstrap;

import dev.tare.runtime.config.Settings;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/**
 * Makes the runtime part of the boot loader, and opens {@code java.base} to it and to the agent, as
 * far as each needs it, and to nobody else.
 */
public final class BootModule {
  private static final Module BASE = Object.class.getModule();

  private static boolean isOpen;

  private BootModule() {}

  /** Opens it to the agent. */
  public static void openToAgent(Instrumentation instrumentation) {
    Set<Module> agent = Set.of(BootModule.class.getModule());
    instrumentation.redefineModule(
        BASE,
        Set.of(),
        Map.of(
            "jdk.internal.misc",
            agent,
            "jdk.internal.access",
            agent,
            "jdk.internal.loader",
            agent,
            "jdk.internal.perf",
            agent,
            "jdk.internal.vm",
            agent),
        Map.of(),
        Set.of(),
        Map.of());
  }

  /** Does all of it, once; before anything names a class of the runtime. */
  public static synchronized void open(Instrumentation instrumentation) throws IOException {
    if (isOpen) {
      return;
    }
    openToAgent(instrumentation);
    BootRuntime.define();
    Set<Module> runtime = Set.of(Settings.class.getModule());
    instrumentation.redefineModule(
        BASE,
        runtime, // the facade calls the probes
        Map.of("jdk.internal.misc", runtime, "jdk.internal.ref", runtime),
        Map.of(),
        Set.of(),
        Map.of());
    isOpen = true;
  }
}
