package dev.tare.agent.control;

import dev.tare.runtime.AgentWork;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * Registers the profiler with JMX, once somebody else needs JMX: loading it at the agent's start
 * would make every start slower, and would choose the application's MBean server before the
 * application does. That JMX is there is seen by a class that every MBean server needs.
 */
public final class Management implements ClassFileTransformer {
  /** The name in JMX. */
  static final String NAME = "dev.tare:type=Profiler";

  private static final String PLATFORM_BEAN = "java.lang:type=Runtime";
  private static final String SERVER_CLASS = "com/sun/jmx/mbeanserver/JmxMBeanServer";

  /** The class is loaded before the server is made and has the platform's beans. */
  private static final int MOST_LOOKS = 600;

  private static final long LOOK_MILLIS = 100;

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
    Thread thread = new Thread(null, this::register, "tare-management", 0, false);
    thread.setDaemon(true);
    thread.start();
  }

  private void register() {
    AgentWork.begin();
    try {
      ObjectName name = new ObjectName(NAME);
      for (int look = 0; look < MOST_LOOKS; look++) {
        for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
          if (server.isRegistered(new ObjectName(PLATFORM_BEAN)) && !server.isRegistered(name)) {
            server.registerMBean(
                new StandardMBean(new ManagedProfiler(profiler), ProfilerMXBean.class, true), name);
            return;
          }
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (JMException | RuntimeException e) {
      say.accept("warning: not registered with JMX: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
