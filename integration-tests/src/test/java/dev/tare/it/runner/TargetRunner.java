package dev.tare.it.runner;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Runs targets one after another, each in a thread of its own that bears its name: that thread's
 * tree is its result.
 */
public final class TargetRunner {
  /** Room for more than 10,000 frames, interpreted and woven. */
  private static final long STACK_BYTES = 256L << 20;

  private TargetRunner() {}

  /**
   * Runs the {@code main} of each class that is named. What a target throws is printed, and ends
   * that target alone.
   *
   * @throws InterruptedException never: nobody interrupts this thread
   */
  public static void main(String[] classNames) throws InterruptedException {
    for (String className : classNames) {
      String target = className.substring(className.lastIndexOf('.') + 1);
      Thread thread = new Thread(null, () -> run(className, target), target, STACK_BYTES);
      thread.start();
      thread.join();
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  private static void run(String className, String target) {
    try {
      MethodHandle main =
          MethodHandles.lookup()
              .findStatic(
                  Class.forName(className),
                  "main",
                  MethodType.methodType(void.class, String[].class));
      main.invokeExact(new String[0]);
      System.out.println(target + " ended");
    } catch (Throwable thrown) {
      synchronized (System.out) {
        System.out.println(target + " threw " + thrown);
        thrown.printStackTrace(System.out);
      }
    }
  }
}
