package dev.tare.fleet.ingest;

import dev.tare.profile.RunInfo;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Where a profile belongs.
 *
 * @param service the label of that name, or else the main class or jar of the run
 * @param version the label of that name; "" where there is none
 * @param host the label of that name, or else the run's
 * @param pid the run's
 * @param started when its window began, in microseconds of Unix time
 * @param hour that, as {@code 2026-11-23T01} in UTC
 */
record Identity(String service, String version, String host, long pid, long started, String hour)
    implements Serializable {
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Instant MIN_STARTED = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant MAX_STARTED = Instant.parse("2200-01-01T00:00:00Z");

  /** What the name of a service's folder begins with. */
  static final String SERVICE_FOLDER = "service=";

  /** The longest name of a folder that local file systems and HDFS take. */
  private static final int MAX_FOLDER_BYTES = 255;

  static Identity of(RunInfo run) throws BrokenProfileException {
    Instant started = run.windows().isEmpty() ? run.started() : run.windows().get(0).started();
    if (!canBe(started)) {
      throw new BrokenProfileException("run.started is " + started + ", which cannot be");
    }
    long micros = started.getEpochSecond() * 1_000_000 + started.getNano() / 1000;
    return new Identity(
        service(run),
        label(run, "version", ""),
        label(run, "host", run.host()),
        run.pid(),
        micros,
        HOUR.format(started));
  }

  /** Whether a run may have begun then. */
  static boolean canBe(Instant started) {
    return !started.isBefore(MIN_STARTED) && !started.isAfter(MAX_STARTED);
  }

  /** Whether both are of one JVM. */
  boolean isOfSameJvm(Identity other) {
    return host.equals(other.host) && pid == other.pid && version.equals(other.version);
  }

  private static String service(RunInfo run) throws BrokenProfileException {
    String service = label(run, "service", program(run.command()));
    int bytes = SERVICE_FOLDER.length() + folder(service).length();
    if (bytes > MAX_FOLDER_BYTES) {
      throw new BrokenProfileException(
          "service is too long for the name of a folder: "
              + bytes
              + " bytes of at most "
              + MAX_FOLDER_BYTES
              + ", of which a character that is not ASCII takes 6 or more");
    }
    return service;
  }

  private static String label(RunInfo run, String key, String other) throws BrokenProfileException {
    String value = run.labels().getOrDefault(key, other);
    if (value.length() > RunInfo.MAX_LABEL_CHARACTERS
        || value.chars().anyMatch(Character::isISOControl)) {
      throw new BrokenProfileException(
          key
              + " has more than "
              + RunInfo.MAX_LABEL_CHARACTERS
              + " characters, or control characters");
    }
    return value;
  }

  /** The main class, or the jar's name without its folders. */
  private static String program(String command) {
    String first = command.isBlank() ? "unknown" : command.strip().split(" ", 2)[0];
    String name = first.substring(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1);
    return name.length() > RunInfo.MAX_LABEL_CHARACTERS
        ? name.substring(0, RunInfo.MAX_LABEL_CHARACTERS)
        : name;
  }

  /** A text as a part of a path: what could mean something there becomes its bytes' numbers. */
  static String folder(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean isPlain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '-'
              || c == '_'
              || (c == '.' && escaped.length() > 0);
      if (isPlain) {
        escaped.append(c);
      } else {
        escaped.append('%').append(String.format(Locale.ROOT, "%02X", b));
      }
    }
    return escaped.length() == 0 ? "__HIVE_DEFAULT_PARTITION__" : escaped.toString();
  }
}
