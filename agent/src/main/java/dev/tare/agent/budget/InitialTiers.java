package dev.tare.agent.budget;

/** The tiers that methods begin with. Called by threads that load classes, several at a time. */
@FunctionalInterface
public interface InitialTiers {
  /** The tier of a method whose class is woven for the first time. */
  Tier of(MethodTraits method);
}
