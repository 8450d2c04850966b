package dev.tare.report.analysis;

import java.util.Arrays;

/** The nodes that a walk still has to see. */
public final class IntStack {
  private int[] values = new int[64];
  private int size;

  public boolean isEmpty() {
    return size == 0;
  }

  public void push(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  public int pop() {
    return values[--size];
  }
}
