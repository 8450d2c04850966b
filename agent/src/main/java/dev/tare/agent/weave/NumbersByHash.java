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
    int place = place(hash);
    long found = places.get(place);
    while (found != 0 && !(hash(found) == hash && stands.test(number(found)))) {
      place = next(place);
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
    put((long) hash << Integer.SIZE | (number + 1));
    count++;
  }

  private void grow() {
    Column old = places;
    int oldSize = size;
    size = 2 * oldSize;
    places = new Column(size);
    for (int place = 0; place < oldSize; place++) {
      if (old.get(place) != 0) {
        put(old.get(place));
      }
    }
    old.free();
  }

  private void put(long entry) {
    int place = place(hash(entry));
    while (places.get(place) != 0) {
      place = next(place);
    }
    places.set(place, entry);
  }

  private int place(int hash) {
    return (hash * GOLDEN) >>> Integer.numberOfLeadingZeros(size - 1);
  }

  private int next(int place) {
    return (place + 1) & (size - 1);
  }

  private static int hash(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }

  private static int number(long entry) {
    return (int) entry - 1;
  }
}
