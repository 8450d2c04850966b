package dev.tare.agent.budget;

/** The tiers that methods begin with. Called by threads that load classes, several at a time. */
@FunctionalInterface
public interface InitialTiers {
  /** The tier of a method whose class is woven for the first time. */
  Tier of(MethodTraits method);

  /**
   * Whether a method begins without {@linkplain Tier#hasNodes nodes} if its class, which is not
   * loaded yet, is what it was in an earlier run. Its callers are woven so that its calls are
   * known. False where no run has measured it: weaving all of its callers anew is not worth a lower
   * bound.
   *
   * @param className with dots
   * @param method its name, and its descriptor behind that
   */
  default boolean willLackNodes(String className, String method) {
    return false;
  }

  /** Whether there is any such method. */
  default boolean willAnyLackNodes() {
    return false;
  }

  /**
   * Whether a method with this code, whose class is woven now, may begin the next run with another
   * tier because its turn begins or ends.
   */
  default boolean isInTurn(CodeTraits code) {
    return false;
  }
}
