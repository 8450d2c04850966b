package dev.tare.agent.budget;

import java.util.Map;
import java.util.Set;

/** Weaves classes again. Called by the controller's thread alone. */
@FunctionalInterface
public interface TierSwitch {
  /** The most classes of one batch, which keep a safepoint below 100 ms. */
  int MAX_CLASSES = 250;

  /**
   * Gives these methods other tiers, and waits until it is done. Classes of the same name in
   * several loaders, and those that share a number, are woven again together: in one
   * retransformation if there are at most {@value #MAX_CLASSES} classes.
   *
   * @param tiers method number to tier, of at most {@value #MAX_CLASSES} class names
   */
  Outcome apply(Map<Integer, Tier> tiers);

  /**
   * What came of a batch.
   *
   * @param classes how many classes were woven again
   * @param refused names, with dots, of classes that stayed as they were, with all tiers of their
   *     methods
   */
  record Outcome(int classes, Set<String> refused) {}
}
