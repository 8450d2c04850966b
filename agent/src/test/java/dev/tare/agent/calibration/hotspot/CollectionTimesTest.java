package dev.tare.agent.calibration.hotspot;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.Test;

class CollectionTimesTest {
  @Test
  void aCollectionIsCounted() {
    assumeTrue(JvmCounters.ofThisJvm().isPresent(), "left out: this JVM keeps no counters");
    long[] addresses = CollectionTimes.addresses();
    assertTrue(addresses.length > 0);
    long before = sum(addresses);
    System.gc();
    assertTrue(sum(addresses) > before);
  }

  private static long sum(long[] addresses) {
    return Arrays.stream(addresses).map(Unsafe.getUnsafe()::getLong).sum();
  }
}
