package dev.tare.profile;

import org.jspecify.annotations.Nullable;

/**
 * What a reading read.
 *
 * @param name the metric's name, as the {@code metric} option takes it ({@code time}, {@code
 *     instructions})
 * @param unit the unit of every {@code self} and {@code overhead} ({@code ns}, {@code
 *     instructions})
 * @param source where the values came from ({@code System.nanoTime})
 * @param requested the metric that was asked for, where this machine could not give it
 * @param fallback why it could not
 * @param waitingKnown whether of each value the part is known in which the thread waited; of wall
 *     time alone
 */
public record Metric(
    String name,
    String unit,
    String source,
    @Nullable String requested,
    @Nullable String fallback,
    boolean waitingKnown) {

  /** A metric that was had as it was asked for. */
  public Metric(String name, String unit, String source) {
    this(name, unit, source, null, null, false);
  }

  /** Whether it is wall time. */
  public boolean isTime() {
    return name.equals("time");
  }
}
