package dev.tare.it.corpus;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent that changes nothing and is loaded twice, before the profiler and behind it: so it sees
 * each class file as it was and as the profiler left it, and the CPU time between.
 */
public final class Observer implements ClassFileTransformer {
  private record Key(ClassLoader loader, String internalName) {}

  private static final Map<Key, Weaving> WEAVINGS = new ConcurrentHashMap<>();
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final ThreadLocal<Before> BEFORE = new ThreadLocal<>();
  private static volatile BiConsumer<String, Weaving> listener = (internalName, weaving) -> {};

  /** A class file on its way to the profiler, and the thread's CPU time then. */
  private static final class Before {
    final byte[] classFile;
    final long cpuNanos;

    Before(byte[] classFile, long cpuNanos) {
      this.classFile = classFile;
      this.cpuNanos = cpuNanos;
    }
  }

  private final boolean first;

  private Observer(boolean first) {
    this.first = first;
  }

  /** Entered before {@code main}, with {@code before} or {@code behind}. */
  public static void premain(String place, Instrumentation instrumentation) {
    // Transformers of this kind are called in the order in which they were added.
    instrumentation.addTransformer(new Observer(place.equals("before")), true);
  }

  /**
   * Has every weaving told from here on, with the internal name of the class that the JVM asked
   * for.
   */
  static void tell(BiConsumer<String, Weaving> to) {
    listener = to;
  }

  /** What the profiler made of a class, asked for once; null where the JVM never showed it one. */
  static @Nullable Weaving take(ClassLoader loader, String className) {
    return WEAVINGS.remove(new Key(loader, className.replace('.', '/')));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (!(loader instanceof CorpusLoader) || internalName == null) {
      return null;
    }
    if (first) {
      BEFORE.set(new Before(classFile, THREADS.getCurrentThreadCpuTime()));
    } else {
      long now = THREADS.getCurrentThreadCpuTime();
      Before before = BEFORE.get();
      if (before != null) {
        Weaving weaving =
            new Weaving(
                before.classFile,
                // Each agent is given a copy.
                Arrays.equals(before.classFile, classFile) ? before.classFile : classFile,
                now - before.cpuNanos);
        WEAVINGS.put(new Key(loader, internalName), weaving);
        listener.accept(internalName, weaving);
      }
    }
    return null;
  }
}
