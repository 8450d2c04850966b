package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventSourcesTest {
  @TempDir Path devices;

  @BeforeEach
  void aProcessorsUnit() throws IOException {
    write("cpu/type", "4\n");
    write("cpu/format/event", "config:0-7,32-35\n");
    write("cpu/format/umask", "config:8-15\n");
    write("cpu/format/inv", "config:23\n");
    write("cpu/format/ldlat", "config1:0-15\n");
    write("cpu/format/frontend", "config2:4-7\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = devices.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Optional<Event> event(String name) {
    return new EventSources(devices).event(name);
  }

  @Test
  void eachTermGoesWhereItsFormatSays() throws IOException {
    write("cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3,inv,frontend=0x5\n");

    assertEquals(Optional.of(new Event("mem-loads", 4, 0x8001cd, 3, 0x50)), event("mem-loads"));
  }

  @Test
  void bitsBeyondTheFirstRangeGoToTheNext() throws IOException {
    write("cpu/events/long-event", "event=0x1c2");

    assertEquals(
        Optional.of(new Event("cpu/long-event/", 4, 0x1_0000_00c2L, 0, 0)),
        event("cpu/long-event/"));
  }

  @Test
  void aUnitThatCountsForProcessorsIsLeftOut() throws IOException {
    write("uncore/type", "17\n");
    write("uncore/cpumask", "0\n");
    write("uncore/events/reads", "event=1");

    assertEquals(Optional.empty(), event("reads"));
    assertEquals(List.of(), new EventSources(devices).names());
  }

  @Test
  void filesBesideAnEventAreNoEvents() throws IOException {
    write("cpu/events/joules", "event=2");
    write("cpu/events/joules.unit", "J");
    write("cpu/events/joules.scale", "0.5");

    assertEquals(List.of("cpu/joules/"), new EventSources(devices).names());
    assertEquals(Optional.empty(), event("joules.scale"));
  }

  @Test
  void anEventThatIsDescribedInAnUnknownWayIsNone() throws IOException {
    write("cpu/events/odd", "event=0x1,unheard=0x2");
    write("cpu/events/odder", "event=many");
    write("cpu/format/third", "config3:0-3");
    write("cpu/events/oddest", "third=1");

    assertEquals(Optional.empty(), event("odd"));
    assertEquals(Optional.empty(), event("odder"));
    assertEquals(Optional.empty(), event("oddest"));
  }

  @Test
  void namesDoNotLeadOutOfTheDirectory() {
    assertEquals(Optional.empty(), event("cpu/../type/"));
    assertEquals(Optional.empty(), event("../cpu/type"));
    assertEquals(Optional.empty(), event(".."));
  }

  @Test
  void aMachineWithoutSuchADirectoryHasNoEvents() {
    EventSources none = new EventSources(devices.resolve("none"));

    assertEquals(List.of(), none.names());
    assertEquals(Optional.empty(), none.event("mem-loads"));
  }
}
