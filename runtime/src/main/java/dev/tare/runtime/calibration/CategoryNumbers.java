package dev.tare.runtime.calibration;

import dev.tare.runtime.internal.UnsafeAccess;

/**
 * Numbers keys in the order in which they are met, by any number of threads and without a lock: a
 * virtual thread that waits for a lock may leave its carrier in the middle of a probe.
 *
 * <p>A key takes the first free place among {@link #keys}, by compare and set; the place is its
 * number. Guarantees:
 *
 * <ol>
 *   <li>A place is taken once all places before it are, and is never given up: so a key has one
 *       number, and numbers have no gaps.
 *   <li>A number is published last, with release, behind its key. Whoever has read a number and
 *       puts a load fence behind that finds the key, and a {@link #count} above the number.
 * </ol>
 */
public final class CategoryNumbers {
  /** No number, or no key: the place is free. */
  private static final short NONE = -1;

  /** By key, for probes to read plainly; negative where there is none yet. */
  final short[] numbers;

  private final int[] keys;

  /**
   * Numbers for none yet.
   *
   * @param keys how many keys there could be
   */
  CategoryNumbers(int keys) {
    this.numbers = new short[keys];
    this.keys = new int[keys];
    for (int place = 0; place < keys; place++) {
      this.numbers[place] = NONE;
      this.keys[place] = NONE;
    }
  }

  /**
   * Gives a key its number, which it may share.
   *
   * @param coarse the key whose place it has, itself or the one that stands for it
   */
  int give(int key, int coarse) {
    int number = place(coarse);
    UnsafeAccess.UNSAFE.putShortRelease(
        numbers, UnsafeAccess.SHORTS + (long) key * Short.BYTES, (short) number);
    return number;
  }

  private int place(int key) {
    int place = 0;
    while (true) {
      int found = found(place);
      if (found == key) {
        return place;
      }
      if (found != NONE) {
        place++;
      } else if (UnsafeAccess.UNSAFE.compareAndSetInt(keys, keyOffset(place), NONE, key)) {
        return place;
      }
    }
  }

  private int found(int place) {
    return UnsafeAccess.UNSAFE.getIntVolatile(keys, keyOffset(place));
  }

  private static long keyOffset(int place) {
    return UnsafeAccess.INTS + (long) place * Integer.BYTES;
  }

  /** How many numbers have been given: the first place that is free. */
  int count() {
    int place = 0;
    while (place < keys.length && found(place) != NONE) {
      place++;
    }
    return place;
  }

  /** The key that has a number. */
  int key(int number) {
    UnsafeAccess.UNSAFE.loadFence(); // guarantee 2
    return keys[number];
  }
}
