package dev.tare.agent.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.TimeZone;
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
}
