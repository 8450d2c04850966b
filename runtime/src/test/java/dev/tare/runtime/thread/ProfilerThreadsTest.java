package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ProfilerThreadsTest {
  @Test
  void aProfilersThreadGoesOnToWaitWhereAllThreadsAreInterrupted() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    AtomicBoolean goesOn = new AtomicBoolean(true);
    Thread thread =
        ProfilerThreads.daemon(
            "tare-test",
            () -> {
              while (goesOn.get()) {
                waiting.countDown();
                LockSupport.park();
              }
            });
    thread.start();
    waiting.await();
    thread.interrupt();
    boolean isInterrupted = thread.isInterrupted();
    goesOn.set(false);
    LockSupport.unpark(thread);
    thread.join();
    assertFalse(isInterrupted, "each park would return at once");
  }

  @Test
  void whatEndsAProfilersThreadIsToldInALineAndNotToTheApplicationsHandler() throws Exception {
    Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    PrintStream err = System.err;
    AtomicReference<Throwable> told = new AtomicReference<>();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> told.set(thrown));
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Thread thread =
          ProfilerThreads.daemon(
              "tare-test",
              () -> {
                throw new IllegalStateException("simulated");
              });
      thread.start();
      thread.join();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(handler);
      System.setErr(err);
    }
    assertNull(told.get());
    assertEquals(
        "[tare] warning: thread tare-test has ended: java.lang.IllegalStateException: simulated",
        printed.toString(StandardCharsets.UTF_8).strip());
  }
}
