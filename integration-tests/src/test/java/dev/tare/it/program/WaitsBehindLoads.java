package dev.tare.it.program;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Each call of {@code step} loads a class, which is woven, and sleeps for four milliseconds. */
public final class WaitsBehindLoads {
  private static final int STEPS = 100;

  private WaitsBehindLoads() {}

  /** Sleeps for 400 ms in all. */
  public static void main(String[] args) throws Exception {
    byte[] classFile = classFile();
    for (int i = 0; i < STEPS; i++) {
      step(classFile);
    }
  }

  private static byte[] classFile() throws IOException {
    try (InputStream in = WaitsBehindLoads.class.getResourceAsStream("WaitsBehindLoads.class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private static void step(byte[] classFile) throws InterruptedException {
    Class<?> loaded = new OwnLoader().define(classFile);
    Thread.sleep(4);
    if (loaded == WaitsBehindLoads.class) {
      throw new IllegalStateException("not loaded anew");
    }
  }

  private static final class OwnLoader extends ClassLoader {
    Class<?> define(byte[] classFile) {
      return defineClass(null, classFile, 0, classFile.length);
    }
  }
}
