package dev.tare.profile;

import java.util.Arrays;

/** One number per node. Holds no more than reaches to the last number that is not 0. */
final class LongColumn {
  private static final int FIRST_CAPACITY = 16;

  private long[] values = {};
  private int length;

  long get(int index) {
    return index < length ? values[index] : 0;
  }

  void set(int index, long value) {
    if (index >= length) {
      if (value == 0) {
        return;
      }
      if (index >= values.length) {
        values = Arrays.copyOf(values, CallTree.grown(values.length, index, FIRST_CAPACITY));
      }
      length = index + 1;
    }
    values[index] = value;
  }

  void trim() {
    // Copying a large array makes the collector work; a little that is left over does no harm.
    if (values.length - length > length >> 3) {
      values = Arrays.copyOf(values, length);
    }
  }

  long sum() {
    long sum = 0;
    for (int i = 0; i < length; i++) {
      sum += values[i];
    }
    return sum;
  }
}
