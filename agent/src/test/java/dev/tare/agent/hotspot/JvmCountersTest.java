package dev.tare.agent.hotspot;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.Test;

class JvmCountersTest {
  @Test
  void aCollectionIsCounted() {
    long[] addresses = JvmCounters.collectionTimes();
    assumeTrue(addresses.length > 0, "left out: this JVM keeps no counters");
    long before = sum(addresses);
    System.gc();
    assertTrue(sum(addresses) > before);
  }

  private static long sum(long[] addresses) {
    return Arrays.stream(addresses).map(Unsafe.getUnsafe()::getLong).sum();
  }
}
