package dev.tare.agent.samples;

import dev.tare.runtime.tree.NameFolding;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What threads are added up to of which there may be any number: one for all whose names differ in
 * their digits only, as call trees of ended threads are. For one thread at a time.
 */
final class SumsByName<T> {
  /** Names that differ in more than digits, a UUID in each, are all added up beyond this. */
  private static final int MAX_SUMS = 1_000;

  private static final String ALL_OTHERS = "*";

  /** By the threads' folded name. */
  private final Map<String, T> sums = new HashMap<>();

  /**
   * The sum for a thread of this name.
   *
   * @param make makes one of this folded name
   */
  T sumFor(String name, Function<String, T> make) {
    String folded = NameFolding.folded(name);
    boolean isKnown = sums.containsKey(folded) || sums.size() < MAX_SUMS;
    return sums.computeIfAbsent(isKnown ? folded : ALL_OTHERS, make);
  }

  /** The sum of this folded name; null where there is none. */
  @Nullable T named(String folded) {
    return sums.get(folded);
  }

  Collection<T> all() {
    return sums.values();
  }
}
