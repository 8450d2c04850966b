package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class OwnThreadTest {
  @Test
  void whereNoThreadCanBeStartedTheCallersDoes() {
    assertSame(
        Thread.currentThread(),
        OwnThread.getOrRun("tare-none", Thread::currentThread, OwnThreadTest::fail));
    assertNotSame(
        Thread.currentThread(),
        OwnThread.getOrRun("tare-one", Thread::currentThread, Thread::start));
  }

  private static void fail(Thread unstarted) {
    throw new OutOfMemoryError("unable to create native thread");
  }
}
