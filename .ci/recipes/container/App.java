/** Waits a little, and computes. */
class App {
  public static void main(String[] arguments) throws InterruptedException {
    long sum = 0;
    for (int i = 0; i < 400; i++) {
      sum += step(i);
      Thread.sleep(5);
    }
    System.out.println(sum);
  }

  private static long step(int i) {
    return i * 7L;
  }
}
