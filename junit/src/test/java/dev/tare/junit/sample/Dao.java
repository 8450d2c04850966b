package dev.tare.junit.sample;

/** Loads things, one by one or all at once. */
final class Dao {
  private Dao() {}

  static int load(int id) {
    return id;
  }

  static int loadAll(int count) {
    int sum = 0;
    for (int id = 0; id < count; id++) {
      sum += load(id);
    }
    return sum;
  }

  static void never() {}
}
