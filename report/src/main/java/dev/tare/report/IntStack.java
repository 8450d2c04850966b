package dev.tare.report;

import java.util.Arrays;

/** The nodes that a walk still has to see. */
final class IntStack {
  private int[] values = new int[64];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void push(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  int pop() {
    return values[--size];
  }
}
