package dev.tare.it.program;

import dev.tare.it.runner.ClosedLoader;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Many class loaders, each with the same class in it, which calls a small method all the time:
 * first so many that are kept, and then, for so many milliseconds of CPU time, others that are let
 * go, one after the other. Prints its calls, and how many of all are still there after collections.
 */
public final class CallsThroughLoaders {
  private static final int TURNS = 5_000;
  private static final int MAX_TRIES = 100;

  private static final List<Reference<ClassLoader>> LOADERS = new ArrayList<>();

  private CallsThroughLoaders() {}

  public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
    int kept = Integer.parseInt(args[0]);
    List<LongUnaryOperator> plugins = new ArrayList<>();
    for (int i = 0; i < kept; i++) {
      plugins.add(plugin());
    }
    long value = 1;
    long calls = 0;
    long end = Tally.after(args[1]);
    while (Tally.isBefore(end)) {
      for (int i = 0; i < 100; i++) {
        value = plugins.get((int) (calls++ % kept)).applyAsLong(value);
      }
      value = plugin().applyAsLong(value);
      calls++;
    }
    Tally.add("applyAsLong", calls);
    Tally.add("leaf", calls * TURNS);
    Tally.add("applyAsLong>leaf", calls * TURNS);
    Tally.add("plugin", LOADERS.size());
    Tally.print();
    plugins.clear();
    System.out.println("left: " + left());
  }

  /** Tried again for a while: a compiler, or an agent that weaves them, may be at work on some. */
  private static long left() throws InterruptedException {
    for (int tries = 1; ; tries++) {
      System.gc();
      long left = LOADERS.stream().filter(loader -> loader.get() != null).count();
      if (left == 0 || tries == MAX_TRIES) {
        return left;
      }
      Thread.sleep(100);
    }
  }

  private static LongUnaryOperator plugin() throws ReflectiveOperationException {
    ClassLoader loader = new ClosedLoader(Plugin.class.getName(), false);
    LOADERS.add(new WeakReference<>(loader));
    Class<?> loaded = loader.loadClass(Plugin.class.getName());
    return (LongUnaryOperator) loaded.getDeclaredConstructor().newInstance();
  }

  /** What each of the loaders defines. */
  public static final class Plugin implements LongUnaryOperator {
    @Override
    public long applyAsLong(long value) {
      long last = value;
      for (int i = 0; i < TURNS; i++) {
        last = leaf(last);
      }
      return last;
    }

    private static long leaf(long last) {
      return (last ^ (last >>> 29)) * 0xbf58476d1ce4e5b9L | 1;
    }
  }
}
