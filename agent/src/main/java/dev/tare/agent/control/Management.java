package dev.tare.agent.control;

import dev.tare.runtime.thread.ProfilerThreads;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Registers the profiler with JMX, once somebody else needs JMX: loading it at the agent's start
 * would make every start slower, and would choose the application's MBean server before the
 * application does. That JMX is there is seen by a class that every MBean server needs; a runtime
 * made by jlink may have none, and this class names nothing of it.
 */
public final class Management implements ClassFileTransformer {
  private static final String SERVER_CLASS = "com/sun/jmx/mbeanserver/JmxMBeanServer";

  private final Profiler profiler;
  private final Instrumentation instrumentation;
  private final Consumer<String> say;

  private Management(Profiler profiler, Instrumentation instrumentation, Consumer<String> say) {
    this.profiler = profiler;
    this.instrumentation = instrumentation;
    this.say = say;
  }

  /** Registers it when JMX is there, or now if it is there already. */
  public static void watch(
      Profiler profiler, Instrumentation instrumentation, Consumer<String> say) {
    Management management = new Management(profiler, instrumentation, say);
    instrumentation.addTransformer(management);
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().equals(SERVER_CLASS.replace('/', '.'))) {
        management.registerSoon();
        return;
      }
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (loader == null && SERVER_CLASS.equals(internalName)) {
      registerSoon();
    }
    return null;
  }

  private void registerSoon() {
    instrumentation.removeTransformer(this);
    Thread thread = ProfilerThreads.daemon("tare-management", new Registration(profiler, say));
    thread.start();
  }
}
