package dev.tare.profile.json;

import java.io.IOException;

/** How many values the dense columns of a table have: all of them as many. */
final class ColumnSize {
  private final JsonCursor json;

  /** Less than 0 until a column says it. */
  private int size = -1;

  private String sizedBy = "";

  ColumnSize(JsonCursor json) {
    this.json = json;
  }

  /** Refuses a column that has more or fewer values than those before it. */
  void require(String key, int count) throws IOException {
    if (isKnown() && count != size) {
      throw json.bad(key + " has " + count + " values, but " + sizedBy + " has " + size);
    }
    size = count;
    sizedBy = key;
  }

  /** Whether a column has said it. */
  boolean isKnown() {
    return size >= 0;
  }

  /** The number; 0 where no column says it. */
  int get() {
    return Math.max(0, size);
  }
}
