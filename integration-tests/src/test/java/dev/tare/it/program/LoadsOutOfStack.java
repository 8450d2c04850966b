package dev.tare.it.program;

import dev.tare.it.runner.ClassBytes;
import java.io.IOException;
import java.lang.reflect.Constructor;

/**
 * Defines a class again and again where hardly any stack is left, by a new loader each time, with a
 * little more stack each time; and then ten times where there is plenty, and calls those ten.
 */
public final class LoadsOutOfStack {
  private static final int LOADS = 300;
  private static final int DEEPER_THAN_THE_STACK = 1_000_000;

  private static byte[] classFile = {};
  private static int loads;

  private LoadsOutOfStack() {}

  public static void main(String[] args)
      throws IOException, ReflectiveOperationException, InterruptedException {
    // By its name alone: nothing of its kind has been woven before.
    classFile = ClassBytes.of("dev.tare.it.program.LoadsOutOfStack$Branching");
    // The size of the main thread's stack is the system's affair; this one's is not.
    Thread thread = new Thread(null, () -> descend(DEEPER_THAN_THE_STACK), "small", 400_000);
    thread.start();
    thread.join();
    System.out.println(loads);
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      Constructor<?> constructor = define().getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      sum += constructor.newInstance(i).hashCode();
    }
    System.out.println(sum);
  }

  private static void descend(int left) {
    try {
      if (left > 0) {
        descend(left - 1);
      }
    } catch (StackOverflowError e) {
      // The deepest frame; on the way back there is a little more stack at every return.
    }
    if (loads < LOADS) {
      loads++;
      load();
    }
  }

  /** Whether it succeeds is for the JVM to say: out of stack, a class cannot be defined. */
  private static void load() {
    try {
      define();
    } catch (StackOverflowError e) {
      return;
    }
  }

  private static Class<?> define() {
    return new Loader().define();
  }

  private static final class Loader extends ClassLoader {
    Class<?> define() {
      return defineClass(null, classFile, 0, classFile.length);
    }
  }

  /** Its constructor branches before {@code super(...)}, and it catches: the weaver's rare ways. */
  @SuppressWarnings("UnusedNestedClass") // defined from its bytes
  private static final class Branching extends Base {
    @SuppressWarnings("UnusedMethod") // called by reflection
    Branching(int number) {
      super(number > 5 ? 1000 : 1);
    }

    @Override
    public int hashCode() {
      try {
        return Integer.parseInt(getClass().getName());
      } catch (NumberFormatException e) {
        return value;
      }
    }
  }
}
