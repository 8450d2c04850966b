package dev.tare.it.program;

import dev.tare.it.runner.ClassBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/**
 * Two class loaders' classes of one name: the method of the first calls nothing, the other's does.
 */
public final class LoadsTwoOfOneName {
  private static final int CALLS = 10;

  private LoadsTwoOfOneName() {}

  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    String name = Plugin2.class.getName();
    // As the compilers of both classes would have written it: one letter differs.
    String first =
        new String(ClassBytes.of(Plugin1.class.getName()), StandardCharsets.ISO_8859_1)
            .replace("Plugin1", "Plugin2");
    int sum = use(name, first.getBytes(StandardCharsets.ISO_8859_1));
    sum += use(name, ClassBytes.of(name));
    System.out.println(sum);
  }

  private static int use(String name, byte[] classFile) throws ReflectiveOperationException {
    Class<?> loaded = new Loader().define(name, classFile);
    IntSupplier plugin = (IntSupplier) loaded.getDeclaredConstructor().newInstance();
    int sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += plugin.getAsInt();
    }
    return sum;
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(LoadsTwoOfOneName.class.getClassLoader());
    }

    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  /** What the first loader defines, under the other's name. */
  public static final class Plugin1 implements IntSupplier {
    @Override
    public int getAsInt() {
      return 1;
    }
  }

  /** What the second loader defines. */
  public static final class Plugin2 implements IntSupplier {
    @Override
    public int getAsInt() {
      return sum(3) + sum(7);
    }

    private static int sum(int last) {
      int sum = 0;
      for (int i = 0; i <= last; i++) {
        sum += i;
      }
      return sum;
    }
  }
}
