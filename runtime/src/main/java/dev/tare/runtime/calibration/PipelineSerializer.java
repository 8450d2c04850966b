package dev.tare.runtime.calibration;

import dev.tare.runtime.config.CategoryScheme;
import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Lets the processor finish what it has begun before a method begins; at one entry in 128.
 *
 * <p>A processor reads its clock some nanoseconds before the instructions behind that can use the
 * result, and works at those that do not use it meanwhile. So a method of up to 8 ns can be over by
 * the time at which an empty one would be, and its interval is no longer. Nothing in Java tells a
 * processor to wait. But a jump that depends on the reading and that it could not foresee makes it
 * throw away all that it has begun behind that jump. After such an entry the method takes its whole
 * time, and the interval is longer than others by that and by what the entry itself took, which
 * training learns.
 */
public final class PipelineSerializer {
  /** Some nanoseconds are of no account where the metric counts the same work always the same. */
  public static final boolean WANTED =
      Settings.calibrated()
          && Settings.readingSource() != ReadingSource.EVENT
          && Settings.categories() == CategoryScheme.FULL;

  /** One entry in 128 is serialized. */
  public static final int SELDOM = Long.SIZE - 7;

  /** One in 16: in training. */
  public static final int OFTEN = Long.SIZE - 4;

  /** None is. */
  public static final int NEVER = 0;

  /** 2^64 by the golden ratio: Knuth, The Art of Computer Programming, 6.4. */
  private static final long SPREADING = 0x9E37_79B9_7F4A_7C15L;

  // A linear congruential generator's, whose highest bits are its best: Knuth, 3.3.4, MMIX.
  private static final long MULTIPLIER = 6364136223846793005L;
  private static final long INCREMENT = 1442695040888963407L;

  /** After how many steps the loop ends nobody can foresee; four in the mean. */
  private static final int GOES_ON_BITS = 2;

  private PipelineSerializer() {}

  /**
   * Whether an entry with this reading is to be serialized, {@link #SELDOM}, {@link #OFTEN} or
   * {@link #NEVER}.
   */
  @ForceInline
  public static boolean isDue(long reading, int shift) {
    return WANTED && isChosen(reading, shift);
  }

  /** The same share of all readings is, however long the clock's ticks are. */
  @ForceInline
  static boolean isChosen(long reading, int shift) {
    return ((reading * SPREADING) >>> shift) == 0;
  }

  /** Waits for the reading, and for everything before; what it returns must be used. */
  @DontInline
  public static long waitFor(long reading) {
    long random = reading;
    do {
      random = random * MULTIPLIER + INCREMENT;
    } while ((random >>> (Long.SIZE - GOES_ON_BITS)) != 0);
    return random;
  }
}
