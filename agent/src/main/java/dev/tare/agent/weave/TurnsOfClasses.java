package dev.tare.agent.weave;

import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Class files that the next run is going to weave otherwise, because it is their turn to have
 * probes, or no longer. They are kept until the end of this run, which knows the tiers of the next
 * one. Where memory is short they are let go.
 */
final class TurnsOfClasses {
  /** A service of 10,000 classes has less than half of it; generated classes have no end. */
  private static final int MOST = 2_000;

  /** A class file, and {@linkplain ClassOrigin where} it came from. */
  private record Unwoven(SoftReference<byte[]> classFile, String origin) {}

  private final Map<WovenClassCache.Key, Unwoven> classes = new ConcurrentHashMap<>();

  void keep(WovenClassCache.Key key, byte[] classFile, String origin) {
    if (classes.size() < MOST) {
      classes.put(key, new Unwoven(new SoftReference<>(classFile), origin));
    }
  }

  /** Has them woven, and kept, by a weaver for the next run. */
  void weave(ClassWeaver weaver) {
    classes.forEach(
        (key, unwoven) -> {
          byte[] classFile = unwoven.classFile.get();
          if (classFile != null) {
            try {
              weaver.weave(key.name(), classFile, unwoven.origin);
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
              return; // Then the next run weaves it; what is too large with its probes is listed.
            }
          }
        });
  }
}
