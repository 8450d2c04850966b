package dev.tare.agent.bootstrap;

import java.util.TimeZone;
import java.util.function.Supplier;

/**
 * Leaves the default time zone to the program. The JDK settles it when somebody first asks for it,
 * and has the property {@code user.timezone} say which it is: a program that sets the property
 * later would be too late. The flight recorder asks for it when it starts, and for each recording.
 *
 * <p>It is in the jar twice: at its top, and below the isolated loader.
 */
public final class DefaultTimeZone {
  private static final String PROPERTY = "user.timezone";

  private DefaultTimeZone() {}

  /**
   * Does something that may ask for the default time zone. If nobody had asked for it before,
   * nobody has afterwards.
   */
  public static <T> T unsettled(Supplier<T> action) {
    boolean wasOpen = isOpen();
    try {
      return action.get();
    } finally {
      if (wasOpen) {
        reopen();
      }
    }
  }

  private static boolean isOpen() {
    try {
      return System.getProperty(PROPERTY, "").isEmpty();
    } catch (SecurityException e) {
      return false;
    }
  }

  private static void reopen() {
    try {
      // Where the two differ, the program has chosen one meanwhile.
      if (TimeZone.getDefault().getID().equals(System.getProperty(PROPERTY))) {
        System.clearProperty(PROPERTY);
        TimeZone.setDefault(null);
      }
    } catch (SecurityException e) {
      // The program's policy forbids it.
    }
  }
}
