package dev.tare.agent.bootstrap;

import java.util.TimeZone;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the default time zone to the program. The JDK settles it when somebody first asks for it,
 * and has the property {@code user.timezone} say which it is: a program that sets the property
 * later would be too late. The flight recorder asks for it when it starts, and for each recording.
 *
 * <p>It is at the top of the jar, so that there is one in a JVM: actions of several threads may
 * overlap, and none must take what another has settled for the program's choice.
 */
public final class DefaultTimeZone {
  private static final String PROPERTY = "user.timezone";

  /** The id that the JDK settles where nobody chooses another; null as long as nobody needs it. */
  private static @Nullable String machines;

  /** How many actions are under way. */
  private static int actions;

  /** Whether nobody had asked before the first of them. */
  private static boolean wasOpen;

  private DefaultTimeZone() {}

  /**
   * Does something that may ask for the default time zone. If nobody had asked for it before,
   * nobody has afterwards.
   */
  public static <T> T unsettled(Supplier<T> action) {
    begin();
    try {
      return action.get();
    } finally {
      end();
    }
  }

  private static synchronized void begin() {
    if (actions++ == 0) {
      wasOpen = isOpen();
    }
  }

  private static synchronized void end() {
    actions--;
    if (wasOpen) {
      reopen();
    }
  }

  private static boolean isOpen() {
    try {
      if (!System.getProperty(PROPERTY, "").isEmpty()) {
        return false;
      }
      if (machines == null) {
        settle();
      }
      return machines != null;
    } catch (SecurityException e) {
      return false; // The program's policy forbids it.
    }
  }

  /** Finds the machine's zone. */
  private static void settle() {
    // Reads the database of zones, so that nothing is left to do below that takes long.
    TimeZone.getTimeZone("UTC");
    String id = TimeZone.getDefault().getID();
    // Where the two differ, the program has chosen a default without the property.
    if (id.equals(System.getProperty(PROPERTY))) {
      machines = id;
      reopen();
    }
  }

  /** What is not the machine's zone is the program's choice. */
  private static void reopen() {
    try {
      boolean isMachinesDefault = isMachines(TimeZone.getDefault().getID()); // sets the property
      if (isMachines(System.getProperty(PROPERTY))) {
        System.clearProperty(PROPERTY);
      }
      if (isMachinesDefault) {
        TimeZone.setDefault(null);
      }
    } catch (SecurityException e) {
      // The program's policy forbids it.
    }
  }

  private static boolean isMachines(@Nullable String id) {
    return id != null && id.equals(machines);
  }
}
