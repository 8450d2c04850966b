package dev.tare.it.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Defines as many classes as its argument says, each under a name of its own and in loaders that
 * are let go, and calls a method of each once.
 */
public final class GeneratesClasses {
  private static final String TEMPLATE = "Generated000000";
  private static final int CLASSES_PER_LOADER = 1_000;

  private GeneratesClasses() {}

  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    byte[] template;
    String name = GeneratesClasses.class.getName() + "$" + TEMPLATE;
    try (InputStream in =
        GeneratesClasses.class.getResourceAsStream("GeneratesClasses$" + TEMPLATE + ".class")) {
      template = in.readAllBytes();
    }
    int count = Integer.parseInt(args[0]);
    Loader loader = new Loader();
    for (int i = 0; i < count; i++) {
      if (i % CLASSES_PER_LOADER == 0) {
        loader = new Loader();
      }
      String number = String.format("%06d", i);
      byte[] bytes = named(template, number);
      Class<?> generated = loader.define(name.replace("000000", number), bytes);
      ((Runnable) generated.getDeclaredConstructor().newInstance()).run();
    }
    System.out.println("generated " + count);
  }

  /** The class file with the zeros of its name, wherever it stands, replaced by other digits. */
  private static byte[] named(byte[] template, String number) {
    byte[] zeros = TEMPLATE.getBytes(StandardCharsets.US_ASCII);
    byte[] digits = number.getBytes(StandardCharsets.US_ASCII);
    byte[] named = template.clone();
    for (int at = 0; at + zeros.length <= named.length; at++) {
      if (Arrays.equals(named, at, at + zeros.length, zeros, 0, zeros.length)) {
        System.arraycopy(digits, 0, named, at + zeros.length - digits.length, digits.length);
      }
    }
    return named;
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(GeneratesClasses.class.getClassLoader());
    }

    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  /** What all are made of. */
  public static final class Generated000000 implements Runnable {
    @Override
    public void run() {
      work();
    }

    private static void work() {}
  }
}
