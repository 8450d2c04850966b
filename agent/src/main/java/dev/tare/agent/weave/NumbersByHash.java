package dev.tare.agent.weave;

import dev.tare.runtime.memory.Column;
import java.util.function.IntPredicate;

/**
 * Numbers of things, to be found by the hash of what they stand for. Outside the heap where they
 * are many. Not for several threads at a time.
 */
final class NumbersByHash {
  /** In the place of a number: there is none. */
  static final int NONE = -1;

  private static final int FIRST_PLACES = 1 << 10;

  /** 2 to the power of 32 by the golden ratio: its multiples are far apart in their upper bits. */
  private static final int GOLDEN = 0x9E3779B9;

  /** A hash in the upper half and a number, and 1 more, in the lower one; 0 where none is. */
  private Column places = new Column(FIRST_PLACES);

  /** A power of two, of which at most three quarters are taken. */
  private int size = FIRST_PLACES;

  private int count;

  /**
   * The number that stands for something.
   *
   * @param stands whether a number whose thing has the same hash does
   */
  int find(int hash, IntPredicate stands) {
    int place = place(hash, size);
    long found = places.get(place);
    while (found != 0 && !(hash(found) == hash && stands.test(number(found)))) {
      place = next(place, size);
      found = places.get(place);
    }
    return number(found);
  }

  /**
   * Adds a number that is not there yet.
   *
   * @param number 0 or more
   */
  void add(int hash, int number) {
    if (4 * (count + 1) > 3 * size) {
      grow();
    }
    put(places, size, (long) hash << Integer.SIZE | (number + 1));
    count++;
  }

  /** Out of memory, nothing changes. */
  private void grow() {
    Column larger = new Column(2 * size);
    for (int place = 0; place < size; place++) {
      if (places.get(place) != 0) {
        put(larger, 2 * size, places.get(place));
      }
    }
    places.free();
    places = larger;
    size *= 2;
  }

  private static void put(Column places, int size, long entry) {
    int place = place(hash(entry), size);
    while (places.get(place) != 0) {
      place = next(place, size);
    }
    places.set(place, entry);
  }

  private static int place(int hash, int size) {
    return (hash * GOLDEN) >>> Integer.numberOfLeadingZeros(size - 1);
  }

  private static int next(int place, int size) {
    return (place + 1) & (size - 1);
  }

  private static int hash(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }

  private static int number(long entry) {
    return (int) entry - 1;
  }
}
