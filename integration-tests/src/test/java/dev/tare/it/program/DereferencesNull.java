package dev.tare.it.program;

import java.util.Map;

/** Prints what the JVM says of null in local variables of several places. */
public final class DereferencesNull {
  private static final Map<String, int[]> NONE = Map.of();

  private DereferencesNull() {}

  /** Prints a line for each place. */
  public static void main(String[] arguments) {
    String parameter = System.getProperty("dev.tare.it.absent");
    for (int place = 0; place < 3; place++) {
      try {
        dereference(place, 2.5, parameter);
      } catch (NullPointerException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @SuppressWarnings("NullAway") // What it is about.
  private static int dereference(int place, double wide, String parameter) {
    long offset = Math.round(wide);
    String near = parameter;
    if (place == 0) {
      return near.length();
    }
    int[] far = NONE.get("absent");
    try {
      return place == 1 ? far[(int) offset] : parameter.length();
    } finally {
      Object last = far;
      if (place == 3) {
        System.out.println(last);
      }
    }
  }
}
