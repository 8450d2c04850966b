package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class OwnThreadTest {
  @Test
  void whereNoThreadCanBeStartedTheCallersDoes() {
    assertSame(Thread.currentThread(), OwnThread.get(Thread::currentThread, OwnThreadTest::fail));
    assertNotSame(Thread.currentThread(), OwnThread.get(Thread::currentThread));
  }

  private static void fail(Thread unstarted) {
    throw new OutOfMemoryError("unable to create native thread");
  }
}
