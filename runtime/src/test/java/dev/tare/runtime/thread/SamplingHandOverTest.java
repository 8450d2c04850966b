package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples that one thread raises and another records: none is lost, none counts twice. */
class SamplingHandOverTest {
  private static final int SAMPLES = Race.rounds(200_000, 20_000_000);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everySampleThatCameDueIsRecordedOnce(boolean full) throws Exception {
    URL[] classes = {places(Recorders.class), places(SamplingHandOver.class)};
    try (URLClassLoader own = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
      Object recorded =
          own.loadClass(SamplingHandOver.class.getName())
              .getMethod("run", boolean.class, int.class)
              .invoke(null, full, SAMPLES);
      assertEquals((long) SAMPLES, recorded);
    }
  }

  private static URL places(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }
}
