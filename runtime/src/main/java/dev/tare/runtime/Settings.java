package dev.tare.runtime;

/**
 * What the agent tells the runtime, once, before the first class that reads it is initialised:
 * those copy their part into {@code static final} fields, which the JIT compilers fold.
 */
public final class Settings {
  static int maxNodes = 1_000_000;
  static boolean calibrated;
  static long deferrals;
  static CategoryScheme categories = CategoryScheme.FULL;

  private Settings() {}

  /**
   * Says what holds for this JVM's life.
   *
   * @param maxNodes nodes that one thread's tree may have, the root among them; 1 at least
   * @param calibrated whether overhead is found and taken off
   * @param deferrals how many of a thread's intervals are charged raw, and adjusted when the tree
   *     is read
   * @param categories how finely overheads are told apart
   */
  public static void freeze(
      int maxNodes, boolean calibrated, long deferrals, CategoryScheme categories) {
    Settings.maxNodes = maxNodes;
    Settings.calibrated = calibrated;
    Settings.deferrals = deferrals;
    Settings.categories = categories;
  }
}
