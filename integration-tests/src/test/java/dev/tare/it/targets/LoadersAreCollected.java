package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import dev.tare.it.runner.ClosedLoader;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Nothing of the profiler keeps a class loader or a thread alive, though it keeps what they did.
 */
public final class LoadersAreCollected {
  private LoadersAreCollected() {}

  public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
    List<WeakReference<?>> references = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      references.add(new WeakReference<>(useALoader())); // assertCalls(20)
      references.add(new WeakReference<>(useAThread(i))); // assertCalls(20)
    }
    for (WeakReference<?> reference : references) {
      for (int i = 0; reference.get() != null; i++) {
        Check.that(i < 100);
        System.gc();
        Thread.sleep(10);
      }
    }
  }

  private static ClassLoader useALoader() throws ReflectiveOperationException {
    ClosedLoader loader = new ClosedLoader("dev.tare.it.targets.Leaf", false);
    Class<?> type = loader.loadClass("dev.tare.it.targets.Leaf");
    IntUnaryOperator leaf = (IntUnaryOperator) type.getDeclaredConstructor().newInstance();
    // assertCalls(useALoader > Leaf.<init>, 20)
    Check.equal(4, leaf.applyAsInt(2)); // assertCalls(Leaf.applyAsInt, 20)
    // assertCalls(Leaf.applyAsInt > Leaf.twice, 20)
    return loader;
  }

  private static Thread useAThread(int i) throws InterruptedException {
    Thread thread = new Thread(LoadersAreCollected::inTheThread, "LoadersAreCollected/" + i);
    thread.start();
    thread.join();
    return thread;
  }

  private static void inTheThread() { // assertCalls(root > inTheThread, 20)
    work(); // assertCalls(20)
  }

  private static void work() {}
}
