package dev.tare.agent.weave;

import dev.tare.runtime.memory.OffHeapMemory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Files of classes that the next run weaves differently, because the turn of their methods begins
 * or ends. They are kept until the end of this run, when the tiers of the next one are known:
 * outside the heap, which the application's collector has to go through.
 */
final class TurnsOfClasses {
  /** A service of 10,000 classes keeps fewer than half as many; generated classes have no end. */
  private static final int MOST = 2_000;

  /** A class file, and {@linkplain ClassOrigin where} it came from. */
  private record Unwoven(OffHeapMemory classFile, String origin) {}

  private final Map<WovenClassCache.Key, Unwoven> classes = new ConcurrentHashMap<>();

  void keep(WovenClassCache.Key key, byte[] classFile, String origin) {
    if (classes.size() < MOST) {
      classes.computeIfAbsent(key, added -> copy(classFile, origin));
    }
  }

  /** Null where there is no memory for it. */
  private @Nullable Unwoven copy(byte[] classFile, String origin) {
    OffHeapMemory copy = OffHeapMemory.copyOf(this, classFile);
    return copy == null ? null : new Unwoven(copy, origin);
  }

  boolean isEmpty() {
    return classes.isEmpty();
  }

  /** Weaves all of them with the next run's weaver, whose cache keeps the results. */
  void weave(ClassWeaver weaver) {
    classes.forEach(
        (key, unwoven) -> {
          try {
            weaver.weave(key.name(), unwoven.classFile.copy(), unwoven.origin);
          } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            return; // The next run weaves the class, and lists what it cannot weave.
          }
        });
  }
}
