package dev.tare.agent.budget;

/**
 * What the class file says of a method.
 *
 * @param className with dots
 * @param name the method's
 * @param descriptor its descriptor
 * @param classCrc CRC-32 of the class file as it is without probes
 * @param plainSize bytes of its code as it is
 * @param wovenSize bytes of its code with the probes of {@link Tier#TIMED}
 * @param callsNothing whether its body contains no call, and {@link Tier#COUNTED} is the entry
 *     alone
 * @param loops whether its code jumps backwards
 * @param named whether {@code include} names the method itself, with {@code #}
 */
public record MethodTraits(
    String className,
    String name,
    String descriptor,
    int classCrc,
    int plainSize,
    int wovenSize,
    boolean callsNothing,
    boolean loops,
    boolean named) {
  /**
   * The tier with the most probes that is of use, with a budget: of a body that neither calls nor
   * loops, a reading tells nothing that the entry alone does not.
   */
  Tier mostUseful() {
    return callsNothing && !loops && !named ? Tier.COUNTED : Tier.TIMED;
  }
}
