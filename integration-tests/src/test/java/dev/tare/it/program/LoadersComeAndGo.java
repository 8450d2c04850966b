package dev.tare.it.program;

import dev.tare.it.runner.ClosedLoader;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * As many class loaders as its argument says, each with the same class in it, used and let go.
 * Prints how many of them are still there after some collections.
 */
public final class LoadersComeAndGo {
  private static final int MAX_TRIES = 20;
  private static final long PAUSE_MILLIS = 50;

  private LoadersComeAndGo() {}

  public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
    int count = Integer.parseInt(args[0]);
    List<Reference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      loaders.add(new WeakReference<>(use(new ClosedLoader(Plugin.class.getName(), false))));
    }
    // A compiler, or a list of all classes, may hold one for a moment.
    for (int tries = 0; tries < MAX_TRIES && left(loaders) > 0; tries++) {
      System.gc();
      Thread.sleep(PAUSE_MILLIS);
    }
    System.out.println(left(loaders));
  }

  private static long left(List<Reference<ClassLoader>> loaders) {
    return loaders.stream().filter(loader -> loader.get() != null).count();
  }

  private static ClassLoader use(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> plugin = loader.loadClass(Plugin.class.getName());
    ((Runnable) plugin.getDeclaredConstructor().newInstance()).run();
    return loader;
  }

  /** What each of the loaders defines. */
  public static final class Plugin implements Runnable {
    @Override
    public void run() {
      work();
      work();
    }

    private static void work() {}
  }
}
