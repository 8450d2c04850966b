package dev.tare.agent.budget;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What earlier runs learnt of the methods of a class, by name and descriptor. */
final class KnownClass {
  private final int crc;
  private final Map<String, LearnedRate> methods;

  private volatile boolean isSeen;

  /**
   * A class of an earlier run.
   *
   * @param crc CRC-32 of the class file
   */
  KnownClass(int crc, Map<String, LearnedRate> methods) {
    this.crc = crc;
    this.methods = methods;
  }

  /** The same, in little memory: most classes have one method of which anything is known. */
  KnownClass compact() {
    return new KnownClass(crc, Map.copyOf(methods));
  }

  int crc() {
    return crc;
  }

  Map<String, LearnedRate> methods() {
    return methods;
  }

  /** Null where it was not called. */
  @Nullable LearnedRate rate(MethodTraits method) {
    return methods.get(method.name() + method.descriptor());
  }

  /** Notes that it is woven in this run. */
  void see() {
    isSeen = true;
  }

  /** Whether it is woven in this run. */
  boolean isSeen() {
    return isSeen;
  }
}
