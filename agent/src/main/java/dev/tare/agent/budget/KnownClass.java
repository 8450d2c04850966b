package dev.tare.agent.budget;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What earlier runs learnt of the methods of a class, by name and descriptor. */
final class KnownClass {
  private final int checksum;
  private final Map<String, LearnedRate> methods;

  private volatile boolean isSeen;

  /**
   * A class of an earlier run.
   *
   * @param checksum as {@link CodeTraits#classChecksum}
   */
  KnownClass(int checksum, Map<String, LearnedRate> methods) {
    this.checksum = checksum;
    this.methods = methods;
  }

  /** The same, in little memory: most classes have one method of which anything is known. */
  KnownClass compact() {
    return new KnownClass(checksum, Map.copyOf(methods));
  }

  int checksum() {
    return checksum;
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
