package dev.tare.profile;

import org.jspecify.annotations.Nullable;

/**
 * One number per node, each block of nodes in the narrowest integers that hold its numbers. A block
 * that is all zero takes no room, so rare values cost next to nothing. Not for several threads at a
 * time while it is filled.
 */
final class LongColumn {
  private static final int SHIFT = 12;
  private static final int BLOCK = 1 << SHIFT;
  private static final int MASK = BLOCK - 1;

  /** Room of a small tree's only block: there may be a hundred thousand of them. */
  private static final int MIN_FIRST_BLOCK = 8;

  private static final Object[] NOTHING = {};

  /** Each of {@code byte[]}, {@code short[]}, {@code int[]} or {@code long[]}. */
  private @Nullable Object[] blocks = NOTHING;

  /** 0 where nothing was set. */
  long get(int index) {
    int block = index >>> SHIFT;
    if (block >= blocks.length) {
      return 0;
    }
    int at = index & MASK;
    Object values = blocks[block];
    if (values instanceof byte[] bytes) {
      return at < bytes.length ? bytes[at] : 0;
    }
    if (values instanceof short[] shorts) {
      return at < shorts.length ? shorts[at] : 0;
    }
    if (values instanceof int[] ints) {
      return at < ints.length ? ints[at] : 0;
    }
    if (values instanceof long[] longs) {
      return at < longs.length ? longs[at] : 0;
    }
    return 0;
  }

  /** The numbers from a place on; none where all are 0. */
  long[] values(int first, int count) {
    long[] values = {};
    for (int index = first; index < first + count; ) {
      int end = Math.min(first + count, ((index >>> SHIFT) + 1) << SHIFT);
      if (length(block(index)) > 0) {
        values = values.length == 0 ? new long[count] : values;
        copy(index, end, values, index - first);
      }
      index = end;
    }
    return values;
  }

  private @Nullable Object block(int index) {
    int block = index >>> SHIFT;
    return block < blocks.length ? blocks[block] : null;
  }

  private void copy(int from, int to, long[] values, int at) {
    Object block = block(from);
    int first = from & MASK;
    int count = Math.min(to - from, length(block) - first);
    if (block instanceof byte[] bytes) {
      for (int i = 0; i < count; i++) {
        values[at + i] = bytes[first + i];
      }
    } else if (block instanceof short[] shorts) {
      for (int i = 0; i < count; i++) {
        values[at + i] = shorts[first + i];
      }
    } else if (block instanceof int[] ints) {
      for (int i = 0; i < count; i++) {
        values[at + i] = ints[first + i];
      }
    } else if (block instanceof long[] longs && count > 0) {
      System.arraycopy(longs, first, values, at, count);
    }
  }

  void set(int index, long value) {
    int block = index >>> SHIFT;
    if (value == 0 && (block >= blocks.length || blocks[block] == null)) {
      return;
    }
    if (block >= blocks.length) {
      @Nullable Object[] grown = new @Nullable Object[Math.max(block + 1, 2 * blocks.length)];
      System.arraycopy(blocks, 0, grown, 0, blocks.length);
      blocks = grown;
    }
    int at = index & MASK;
    Object values = blocks[block];
    if (values instanceof byte[] bytes && at < bytes.length && value == (byte) value) {
      bytes[at] = (byte) value;
    } else if (values instanceof short[] shorts && at < shorts.length && value == (short) value) {
      shorts[at] = (short) value;
    } else if (values instanceof int[] ints && at < ints.length && value == (int) value) {
      ints[at] = (int) value;
    } else if (values instanceof long[] longs && at < longs.length) {
      longs[at] = value;
    } else {
      widen(block, at, value);
    }
  }

  /** Replaces a block by one that has room for the place and the value. */
  private void widen(int block, int at, long value) {
    int used = block < blocks.length ? length(blocks[block]) : 0;
    int length =
        at < used ? used : block > 0 ? BLOCK : Math.min(BLOCK, Math.max(MIN_FIRST_BLOCK, 2 * at));
    int width = Math.max(widthOf(value), widthOfBlock(blocks[block]));
    int first = block << SHIFT;
    Object wider =
        switch (width) {
          case Byte.BYTES -> {
            byte[] bytes = new byte[length];
            for (int i = 0; i < used; i++) {
              bytes[i] = (byte) get(first + i);
            }
            yield bytes;
          }
          case Short.BYTES -> {
            short[] shorts = new short[length];
            for (int i = 0; i < used; i++) {
              shorts[i] = (short) get(first + i);
            }
            yield shorts;
          }
          case Integer.BYTES -> {
            int[] ints = new int[length];
            for (int i = 0; i < used; i++) {
              ints[i] = (int) get(first + i);
            }
            yield ints;
          }
          default -> {
            long[] longs = new long[length];
            for (int i = 0; i < used; i++) {
              longs[i] = get(first + i);
            }
            yield longs;
          }
        };
    blocks[block] = wider;
    set(first + at, value);
  }

  private static int widthOf(long value) {
    return value == (byte) value
        ? Byte.BYTES
        : value == (short) value ? Short.BYTES : value == (int) value ? Integer.BYTES : Long.BYTES;
  }

  private static int widthOfBlock(@Nullable Object values) {
    return values instanceof long[]
        ? Long.BYTES
        : values instanceof int[]
            ? Integer.BYTES
            : values instanceof short[] ? Short.BYTES : Byte.BYTES;
  }

  private static int length(@Nullable Object values) {
    if (values instanceof byte[] bytes) {
      return bytes.length;
    }
    if (values instanceof short[] shorts) {
      return shorts.length;
    }
    if (values instanceof int[] ints) {
      return ints.length;
    }
    return values instanceof long[] longs ? longs.length : 0;
  }
}
