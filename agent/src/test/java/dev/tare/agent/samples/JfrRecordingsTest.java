package dev.tare.agent.samples;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each event is read once, whoever asks, and whenever. */
class JfrRecordingsTest {
  private static final String EVENT = "dev.tare.test.Numbered";

  private final List<Integer> numbers = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final AtomicInteger readings = new AtomicInteger();
  private int committed;

  /** Something that a recording sees. */
  @Name(EVENT)
  static final class Numbered extends Event {
    @SuppressWarnings("unused") // Read from the event.
    int number;
  }

  @BeforeEach
  void register() {
    FlightRecorder.register(Numbered.class);
  }

  @AfterEach
  void allThatWasCommittedWasReadOnce() {
    Collections.sort(numbers);
    List<Integer> all = IntStream.range(0, committed).boxed().toList();
    assertEquals(all.size(), numbers.size());
    assertTrue(all.equals(numbers));
    assertEquals(List.of(), said);
    assertEquals(List.of(), running());
  }

  @Test
  void fromOneRecordingToTheNextNothingIsLostOrReadTwice() throws InterruptedException {
    JfrRecordings recordings = open(Instant.now());
    Thread program =
        new Thread(
            () -> {
              while (readings.get() < 6) {
                commit();
                LockSupport.parkNanos(1);
              }
            });
    program.start();
    while (readings.get() < 6) {
      recordings.hold(() -> {});
      recordings.release();
    }
    program.join();
    recordings.close();
  }

  @Test
  void whatIsHeldIsReadLater() {
    JfrRecordings recordings = open(Instant.now());
    commit();
    recordings.hold(() -> {});
    assertEquals(List.of(0), numbers);
    commit();
    recordings.hold(() -> {});
    recordings.readUntil(Instant.MAX);
    assertEquals(List.of(0), numbers);
    recordings.release();
    recordings.close();
  }

  @Test
  void aStartIsReadLaterUnlessSomebodyCannotWait() {
    JfrRecordings recordings = open(Instant.MAX);
    commit();
    recordings.readUntil(Instant.now());
    assertTrue(recordings.isBehind());
    assertEquals(List.of(), numbers);
    recordings.hold(() -> {});
    assertFalse(recordings.isBehind());
    assertEquals(List.of(0), numbers);
    recordings.close();
  }

  @Test
  void theJvmsEndReadsWhatTheRecordersHookHasWritten() {
    JfrRecordings recordings = open(Instant.now());
    commit();
    recordings.hold(() -> {}); // Somebody's dump, which the JVM's end overtakes.
    commit();
    running().forEach(Recording::stop);
    recordings.finish();
    recordings.hold(() -> {});
    recordings.readUntil(Instant.MAX);
    recordings.close();
  }

  @Test
  void theJvmsEndBetweenTwoRecordingsReadsAllAndLeavesNothing() throws IOException {
    Set<Path> before = directories();
    JfrRecordings recordings = open(Instant.now());
    commit();
    FlightRecorderListener end =
        new FlightRecorderListener() {
          @Override
          public void recordingStateChanged(Recording recording) {
            if (recording.getState() == RecordingState.RUNNING) {
              FlightRecorder.removeListener(this);
              running().forEach(Recording::stop); // As the recorder's hook does.
              recordings.finish();
            }
          }
        };
    FlightRecorder.addListener(end);
    recordings.hold(() -> {});
    RecordingDirectories.removeAll();
    assertEquals(before, directories());
  }

  @Test
  void nothingIsReadTwiceWhereItEndsTwice() {
    JfrRecordings recordings = open(Instant.now());
    commit();
    recordings.close();
    assertFalse(recordings.isBehind());
    int before = readings.get();
    recordings.close();
    recordings.finish();
    assertEquals(before, readings.get());
  }

  @Test
  void besideRecordingsOfOthersThereAreFewer() {
    JfrRecordings recordings = open(Instant.now());
    assertEquals(JfrRecordings.PERIOD, JfrRecordings.period());
    try (Recording other = new Recording()) {
      other.start();
      assertEquals(JfrRecordings.PERIOD_BESIDE_OTHERS, JfrRecordings.period());
    }
    recordings.close();
  }

  private static Set<Path> directories() throws IOException {
    String prefix = "tare-" + ProcessHandle.current().pid() + "-";
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith(prefix)).collect(toSet());
    }
  }

  private JfrRecordings open(Instant readFrom) {
    JfrEvents events = new JfrEvents();
    events.enable(EVENT, event -> numbers.add(event.getInt("number")));
    return JfrRecordings.open(events, readFrom, readings::incrementAndGet, said::add);
  }

  private void commit() {
    Numbered event = new Numbered();
    event.number = committed++;
    event.commit();
  }

  private static List<Recording> running() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .filter(recording -> recording.getSettings().containsKey(EVENT + "#enabled"))
        .filter(recording -> recording.getState() == RecordingState.RUNNING)
        .toList();
  }
}
