package dev.tare.agent.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DefaultTimeZoneTest {
  private static final String PROPERTY = "user.timezone";

  private final TimeZone before = TimeZone.getDefault();
  private final String property = System.getProperty(PROPERTY);

  @BeforeEach
  void nobodyHasAsked() {
    System.clearProperty(PROPERTY);
    TimeZone.setDefault(null);
  }

  @AfterEach
  void asItWas() {
    System.setProperty(PROPERTY, property);
    TimeZone.setDefault(before);
  }

  @Test
  void whoAsksFirstSettlesNothing() {
    assertEquals(before, DefaultTimeZone.unsettled(TimeZone::getDefault));

    assertNull(System.getProperty(PROPERTY));
    System.setProperty(PROPERTY, "Asia/Tokyo");
    assertEquals("Asia/Tokyo", TimeZone.getDefault().getID());
  }

  @Test
  void whatWasSettledStays() {
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    System.setProperty(PROPERTY, "Europe/Rome");

    DefaultTimeZone.unsettled(TimeZone::getDefault);

    assertEquals("Asia/Tokyo", TimeZone.getDefault().getID());
    assertEquals("Europe/Rome", System.getProperty(PROPERTY));
  }

  @Test
  void whatTheProgramChoosesMeanwhileStays() {
    DefaultTimeZone.unsettled(
        () -> {
          TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
          return 0;
        });

    assertEquals("Asia/Tokyo", TimeZone.getDefault().getID());
  }

  @Test
  void whatTheProgramSetsMeanwhileBothWaysStays() {
    DefaultTimeZone.unsettled(
        () -> {
          System.setProperty(PROPERTY, "Asia/Tokyo");
          TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
          return 0;
        });

    assertEquals("Asia/Tokyo", System.getProperty(PROPERTY));
    assertEquals("Asia/Tokyo", TimeZone.getDefault().getID());
  }

  @Test
  void thePropertyThatTheProgramSetsMeanwhileHolds() {
    DefaultTimeZone.unsettled(
        () -> {
          TimeZone settled = TimeZone.getDefault();
          System.setProperty(PROPERTY, "Asia/Tokyo");
          return settled;
        });

    assertEquals("Asia/Tokyo", TimeZone.getDefault().getID());
  }

  @Test
  void theDefaultThatTheProgramSetBeforeStays() {
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));

    DefaultTimeZone.unsettled(TimeZone::getDefault);

    assertEquals("Asia/Tokyo", TimeZone.getDefault().getID());
    assertNull(System.getProperty(PROPERTY));
  }

  @Test
  void whereSeveralAskBesideEachOtherNobodySettlesAnything() throws InterruptedException {
    CountDownLatch settled = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    Thread first =
        new Thread(
            () ->
                DefaultTimeZone.unsettled(
                    () -> {
                      TimeZone zone = TimeZone.getDefault();
                      settled.countDown();
                      await(begun);
                      return zone;
                    }));
    first.start();
    await(settled);
    DefaultTimeZone.unsettled(
        () -> {
          begun.countDown();
          join(first);
          return TimeZone.getDefault();
        });

    assertNull(System.getProperty(PROPERTY));
    first.join();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
