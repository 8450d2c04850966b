package dev.tare.it.program;

import dev.tare.it.runner.ClosedLoader;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * As many class loaders as its argument says, each with the same class in it, used and let go.
 * Prints how many of them are still there after a collection.
 */
public final class LoadersComeAndGo {
  private LoadersComeAndGo() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    int count = Integer.parseInt(args[0]);
    List<Reference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      loaders.add(new WeakReference<>(use(new ClosedLoader(Plugin.class.getName(), false))));
    }
    System.gc();
    System.out.println(loaders.stream().filter(loader -> loader.get() != null).count());
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
