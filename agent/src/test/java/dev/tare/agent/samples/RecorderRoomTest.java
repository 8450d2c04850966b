package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecorderRoomTest {
  @Test
  void anArgumentOfTheJvmMayChooseAnotherDirectory() {
    List<File> expected = List.of(new File("/data/jfr"));
    String options = "-XX:FlightRecorderOptions";
    assertEquals(expected, chosen(null, "-Xmx1g", options + "=repository=/data/jfr"));
    assertEquals(
        expected, chosen(null, options + ":stackdepth=70,repository=/data/jfr,retransform=true"));
    assertEquals(expected, chosen(null, options + "=repository=\"/data/jfr\",stackdepth=70"));
    assertEquals(List.of(), chosen(null, options + "=stackdepth=70", "-Drepository=/data"));
  }

  @Test
  void whatIsInUseIsKnownFromTheFirstRecordingOn() {
    assertEquals(
        List.of(new File("/other/2026_01_01_12_00_00_1")),
        chosen("/other/2026_01_01_12_00_00_1", "-XX:FlightRecorderOptions=repository=/data/jfr"));
  }

  private static List<File> chosen(@Nullable String inUse, String... arguments) {
    return RecorderRoom.chosen(inUse, arguments).toList();
  }
}
