package dev.tare.agent.budget;

/**
 * What the class file says of a method's code.
 *
 * @param classChecksum tells the class, without probes, from others of its name; the same for its
 *     class file and for what the JVM makes of the loaded class
 * @param plainSize bytes of its code as it is, at most 65,535 (JVMS 4.7.3)
 * @param callsNothing whether its body contains no call, and {@link Tier#COUNTED} is the entry
 *     alone
 * @param loops whether its code jumps backwards
 * @param named whether {@code include} names the method itself, with {@code #}
 */
public record CodeTraits(
    int classChecksum, int plainSize, boolean callsNothing, boolean loops, boolean named) {
  /** Of a method whose class file was not seen: nothing is chosen for it. */
  public static final CodeTraits UNKNOWN = new CodeTraits(0, 0, false, false, true);

  /**
   * The tier with the most probes that is of use, with a budget: of a body that neither calls nor
   * loops, a reading tells nothing that the entry alone does not.
   */
  Tier mostUseful() {
    return callsNothing && !loops && !named ? Tier.COUNTED : Tier.TIMED;
  }
}
