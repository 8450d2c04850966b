package dev.tare.it.program;

/** Asks for its stack in both ways, and ends the JVM with status 7. */
final class WalksItsStack {
  private WalksItsStack() {}

  public static void main(String[] args) {
    int depth = new Throwable().getStackTrace().length;
    long frames = StackWalker.getInstance().walk(stack -> stack.count());
    System.out.println(depth == 1 && frames == 1);
    System.exit(7);
  }
}
