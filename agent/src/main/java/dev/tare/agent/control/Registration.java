package dev.tare.agent.control;

import dev.tare.runtime.thread.ProfilerSection;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** Registers the profiler with the MBean server that has the platform's beans. */
final class Registration implements Runnable {
  /** The name in JMX. */
  static final String NAME = "dev.tare:type=Profiler";

  private static final String PLATFORM_BEAN = "java.lang:type=Runtime";

  /** The first class of JMX is loaded before the server is made and has the platform's beans. */
  private static final int MAX_LOOKS = 600;

  private static final long LOOK_MILLIS = 100;

  private final Profiler profiler;
  private final Consumer<String> say;

  Registration(Profiler profiler, Consumer<String> say) {
    this.profiler = profiler;
    this.say = say;
  }

  @Override
  public void run() {
    ProfilerSection.begin();
    try {
      ObjectName name = new ObjectName(NAME);
      for (int look = 0; look < MAX_LOOKS; look++) {
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
