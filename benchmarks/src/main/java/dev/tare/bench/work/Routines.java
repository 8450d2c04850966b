package dev.tare.bench.work;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A dozen routines of known proportions, none of which changes how another is compiled, and {@link
 * Weight} beside them: a program in which one method can become slower by a known part.
 */
public final class Routines implements Work {
  private static final int CALLS = 40;
  private static final int SIZE = 512;

  private final int[] numbers = new int[SIZE];
  private final byte[] bytes = new byte[SIZE];
  private final StringBuilder text = new StringBuilder();

  @Override
  public long round() {
    long result = 0;
    for (int call = 0; call < CALLS; call++) {
      result += fill(call);
      result = 31 * result + sort();
      result = 31 * result + search();
      result = 31 * result + prefixSums();
      result = 31 * result + primes();
      result = 31 * result + collatz(call);
      result = 31 * result + checksum();
      result = 31 * result + words();
      result = 31 * result + count();
      result = 31 * result + matrix(call);
      result = 31 * result + gcds();
      result = 31 * result + bits();
      if (Weight.TURNS > 0) {
        result = 31 * result + (Weight.weigh(call) == 0 ? 1 : 0);
      }
    }
    return result;
  }

  private long fill(int seed) {
    int value = seed + 1;
    for (int i = 0; i < SIZE; i++) {
      value = value * 1_103_515_245 + 12_345;
      numbers[i] = value >>> 8;
      bytes[i] = (byte) (value >>> 16);
    }
    return value;
  }

  private long sort() {
    for (int i = 1; i < SIZE / 4; i++) {
      int value = numbers[i];
      int at = i;
      while (at > 0 && numbers[at - 1] > value) {
        numbers[at] = numbers[at - 1];
        at--;
      }
      numbers[at] = value;
    }
    return numbers[SIZE / 8];
  }

  private long search() {
    long found = 0;
    for (int i = 0; i < SIZE; i++) {
      found += Arrays.binarySearch(numbers, 0, SIZE / 4, i << 14);
    }
    return found;
  }

  private long prefixSums() {
    long sum = 0;
    long sums = 0;
    for (int repeat = 0; repeat < 8; repeat++) {
      for (int number : numbers) {
        sum += number ^ repeat;
        sums ^= sum;
      }
    }
    return sums;
  }

  private long primes() {
    int found = 0;
    for (int candidate = 3; candidate < 600; candidate += 2) {
      boolean isPrime = true;
      for (int by = 3; by * by <= candidate; by += 2) {
        isPrime &= candidate % by != 0;
      }
      found += isPrime ? 1 : 0;
    }
    return found;
  }

  private long collatz(int start) {
    long steps = 0;
    for (int first = start + 1; first < start + 40; first++) {
      for (long value = first; value != 1; steps++) {
        value = (value & 1) == 0 ? value >> 1 : 3 * value + 1;
      }
    }
    return steps;
  }

  private long checksum() {
    CRC32 sum = new CRC32();
    for (int repeat = 0; repeat < 40; repeat++) {
      sum.update(bytes, 0, SIZE);
    }
    return sum.getValue();
  }

  private long words() {
    text.setLength(0);
    for (int i = 0; i < 120; i++) {
      text.append(numbers[i]).append(' ');
    }
    return text.length();
  }

  private long count() {
    int[] counts = new int[256];
    for (int repeat = 0; repeat < 8; repeat++) {
      for (byte value : bytes) {
        counts[value & 255]++;
      }
    }
    return counts[7];
  }

  private long matrix(int seed) {
    long[] product = new long[144];
    for (int i = 0; i < 144; i++) {
      for (int k = 0; k < 12; k++) {
        product[i] += (long) numbers[i / 12 * 12 + k] * numbers[k * 12 + i % 12] + seed;
      }
    }
    return product[17];
  }

  private long gcds() {
    long sum = 0;
    for (int i = 1; i < 120; i++) {
      int first = numbers[i] | 1;
      int second = numbers[i - 1] | 1;
      while (second != 0) {
        int rest = first % second;
        first = second;
        second = rest;
      }
      sum += first;
    }
    return sum;
  }

  private long bits() {
    long sum = 0;
    for (int repeat = 0; repeat < 4; repeat++) {
      for (int number : numbers) {
        sum += Integer.reverse(number + repeat) >>> 9;
      }
    }
    return sum;
  }
}
