package dev.tare.counters;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.util.Optional;

/**
 * What the JVM itself keeps account of, thread by thread: the same as {@link
 * com.sun.management.ThreadMXBean} tells.
 *
 * <p>In a probe the bean's natives are called directly, past the bean: its public methods run JDK
 * code that may be woven, and refuse virtual threads, whose carrier is what is meant here.
 */
final class JvmThreadMetrics {
  private static final String BEAN_CLASS = "sun.management.ThreadImpl";

  private JvmThreadMetrics() {}

  /** Bytes that the current thread has allocated, of type {@code ()long}. */
  static Optional<MethodHandle> allocatedBytes(Optional<Instrumentation> instrumentation) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    if (!(bean instanceof com.sun.management.ThreadMXBean threads)
        || !threads.isThreadAllocatedMemorySupported()) {
      return Optional.empty();
    }
    threads.setThreadAllocatedMemoryEnabled(true);
    return instrumentation.isPresent()
        ? bound(instrumentation.get(), "getThreadAllocatedMemory0")
        : of(threads, "getCurrentThreadAllocatedBytes");
  }

  /** CPU nanoseconds of the current thread, of type {@code ()long}. */
  static Optional<MethodHandle> cpuNanos(Optional<Instrumentation> instrumentation) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    if (!bean.isCurrentThreadCpuTimeSupported()) {
      return Optional.empty();
    }
    bean.setThreadCpuTimeEnabled(true);
    return instrumentation.isPresent()
        ? bound(instrumentation.get(), "getThreadTotalCpuTime0")
        : of(bean, "getCurrentThreadCpuTime");
  }

  private static Optional<MethodHandle> of(ThreadMXBean bean, String name) {
    Class<?> type =
        bean instanceof com.sun.management.ThreadMXBean
            ? com.sun.management.ThreadMXBean.class
            : ThreadMXBean.class;
    try {
      return Optional.of(
          MethodHandles.publicLookup()
              .findVirtual(type, name, MethodType.methodType(long.class))
              .bindTo(bean));
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  /** The native of that name takes a thread's id, 0 for the current thread. */
  private static Optional<MethodHandle> bound(Instrumentation instrumentation, String name) {
    try {
      Class<?> bean = Class.forName(BEAN_CLASS);
      NativeAccess.open(instrumentation, bean);
      Method account = bean.getDeclaredMethod(name, long.class);
      account.setAccessible(true);
      MethodHandle handle = MethodHandles.lookup().unreflect(account);
      return Optional.of(MethodHandles.insertArguments(handle, 0, 0L));
    } catch (ReflectiveOperationException e) {
      return Optional.empty(); // Another JVM, without this bean.
    }
  }
}
