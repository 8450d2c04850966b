/** Computes a little, for so many seconds as its argument says. */
class App {
  public static void main(String[] arguments) throws InterruptedException {
    int seconds = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
    long sum = 0;
    for (int i = 0; i < 100 * seconds; i++) {
      sum += step(i);
      Thread.sleep(10);
    }
    System.out.println(sum);
  }

  /** A millisecond or more: a part of each period that no profile misses. */
  private static long step(int i) {
    long value = i;
    for (int turn = 0; turn < 1_000_000; turn++) {
      value = 31 * value + (value >>> 7);
    }
    return value;
  }
}
