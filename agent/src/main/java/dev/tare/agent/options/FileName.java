package dev.tare.agent.options;

import dev.tare.agent.bootstrap.DefaultTimeZone;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code %} letters of a profile's file name stand for.
 *
 * @param pid {@code %p}
 * @param started {@code %t}, in the machine's time zone
 * @param host {@code %h}
 */
public record FileName(long pid, Instant started, String host) {
  /** Made where it is needed: that takes some milliseconds of a start. */
  private static final class Time {
    static final DateTimeFormatter FORMAT =
        DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    /** From the first name on, which is made before the program may change the default. */
    static final ZoneId ZONE = DefaultTimeZone.unsettled(ZoneId::systemDefault);
  }

  /**
   * The name with each known letter replaced; {@code %%} is a {@code %}, others stay as they are.
   */
  String expand(String pattern) {
    return expand(pattern, null);
  }

  /** The same, with {@code %n} for a number. */
  String expand(String pattern, @Nullable String number) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '%' || i + 1 == pattern.length()) {
        name.append(c);
        continue;
      }
      char letter = pattern.charAt(++i);
      switch (letter) {
        case 'p' -> name.append(pid);
        case 't' -> name.append(Time.FORMAT.format(started.atZone(Time.ZONE)));
        case 'h' -> name.append(host.replace('/', '_'));
        case 'n' -> name.append(number == null ? "%n" : number);
        case '%' -> name.append('%');
        default -> name.append('%').append(letter);
      }
    }
    return name.toString();
  }

  /** The pattern with a place for a number, where it has none: before the endings. */
  static String numbered(String pattern) {
    if (pattern.replace("%%", "").contains("%n")) {
      return pattern;
    }
    return beforeEndings(pattern, "-%n");
  }

  /** A name with something put before its endings. */
  public static String beforeEndings(String file, String addition) {
    int end = file.endsWith(".gz") ? file.length() - 3 : file.length();
    int name = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
    int dot = file.lastIndexOf('.', end - 1);
    int at = dot > name ? dot : end;
    return file.substring(0, at) + addition + file.substring(at);
  }
}
