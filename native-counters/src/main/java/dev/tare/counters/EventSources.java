package dev.tare.counters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The named events that the kernel lists under /sys/bus/event_source, of units that can count for a
 * single thread.
 *
 * <p>A unit's directory holds its {@code type}; under {@code events}, a file for each name, {@code
 * event=0x3c,umask=0x1} for example; and under {@code format}, where each of those terms goes,
 * {@code config:0-7,32-35} for example. A unit with a {@code cpumask} counts for processors, not
 * for threads. See Documentation/ABI/testing/sysfs-bus-event_source-devices-events and -format.
 */
final class EventSources {
  private static final Path OF_THIS_MACHINE = Path.of("/sys/bus/event_source/devices");

  private final Path devices;

  EventSources(Path devices) {
    this.devices = devices;
  }

  static EventSources ofThisMachine() {
    return new EventSources(OF_THIS_MACHINE);
  }

  /** All names, as {@code unit/event/}, sorted. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (Path unit : children(devices)) {
      if (countsForThreads(unit)) {
        for (Path event : children(unit.resolve("events"))) {
          if (isEvent(event)) {
            names.add(unit.getFileName() + "/" + event.getFileName() + "/");
          }
        }
      }
    }
    return names.stream().sorted().toList();
  }

  /** The event with that name, {@code unit/event/} or {@code event} alone. */
  Optional<Event> event(String name) {
    int slash = name.indexOf('/');
    String wantedUnit = slash < 0 ? "" : name.substring(0, slash);
    String wantedEvent = slash < 0 ? name : name.substring(slash + 1).replaceFirst("/$", "");
    if (wantedEvent.isEmpty() || wantedEvent.indexOf('/') >= 0 || wantedEvent.startsWith(".")) {
      return Optional.empty();
    }
    for (Path unit : children(devices)) {
      Path event = unit.resolve("events").resolve(wantedEvent);
      if ((slash < 0 || unit.getFileName().toString().equals(wantedUnit))
          && countsForThreads(unit)
          && isEvent(event)
          && Files.isRegularFile(event)) {
        try {
          return Optional.of(parse(name, unit, event));
        } catch (IOException | NumberFormatException e) {
          return Optional.empty(); // A unit that is described in a way that is not known here.
        }
      }
    }
    return Optional.empty();
  }

  private static Event parse(String name, Path unit, Path event) throws IOException {
    long[] configs = new long[3];
    for (String term : read(event).split(",", -1)) {
      int equals = term.indexOf('=');
      String key = equals < 0 ? term : term.substring(0, equals);
      long value = equals < 0 ? 1 : Long.decode(term.substring(equals + 1));
      put(read(unit.resolve("format").resolve(key)), value, configs);
    }
    int type = Integer.parseInt(read(unit.resolve("type")));
    return new Event(name, type, configs[0], configs[1], configs[2]);
  }

  /** Spreads the value, lowest bits first, over the places that the format names. */
  private static void put(String format, long value, long[] configs) {
    int colon = format.indexOf(':');
    int config =
        switch (format.substring(0, Math.max(colon, 0))) {
          case "config" -> 0;
          case "config1" -> 1;
          case "config2" -> 2;
          default -> throw new NumberFormatException(format);
        };
    long rest = value;
    for (String range : format.substring(colon + 1).split(",", -1)) {
      int dash = range.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
      int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
      for (int bit = first; bit <= last; bit++) {
        configs[config] |= (rest & 1) << bit;
        rest >>>= 1;
      }
    }
  }

  /** Beside the events stand files that say in which unit an event counts. */
  private static boolean isEvent(Path file) {
    String name = file.getFileName().toString();
    return !name.endsWith(".scale")
        && !name.endsWith(".unit")
        && !name.endsWith(".per-pkg")
        && !name.endsWith(".snapshot");
  }

  private static boolean countsForThreads(Path unit) {
    return !Files.exists(unit.resolve("cpumask"));
  }

  private static List<Path> children(Path directory) {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(children::add);
    } catch (IOException e) {
      return List.of(); // No such directory, or not for us: no events of ours in it.
    }
    children.sort(null);
    return children;
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
  }
}
