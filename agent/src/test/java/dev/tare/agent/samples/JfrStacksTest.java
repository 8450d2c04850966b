package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.TierHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrStacksTest {
  private static final String WAIT = "jdk.JavaMonitorWait";
  private static final String TIMER = "only-the-jdk";

  private final JfrStacks stacks =
      new JfrStacks(new TierHistory(ProbePlan.everythingTimed(), new MethodRegistry(), false));

  @TempDir private Path folder = Path.of(".");

  /** With this class, which is in a package of the agent, in its stack. */
  static final class OfTheAgent extends Event {}

  @Test
  void whatTheAgentDoesInAThreadIsNoMethods() throws Exception {
    List<RecordedEvent> events = events();
    RecordedEvent own =
        events.stream()
            .filter(event -> event.getEventType().getName().equals(OfTheAgent.class.getName()))
            .findAny()
            .orElseThrow();
    assertTrue(own.getStackTrace().getFrames().size() > 1);
    assertEquals(0, stacks.stack(own.getStackTrace(), own.getEndTime()).frames().length);
  }

  @Test
  void whatTheJdkDoesIsItsMethods() throws Exception {
    RecordedEvent wait =
        events().stream()
            .filter(event -> event.getEventType().getName().equals(WAIT))
            .filter(event -> event.getThread().getJavaName().equals(TIMER))
            .findAny()
            .orElseThrow();
    int frames = wait.getStackTrace().getFrames().size();
    JfrStacks.Numbered stack = stacks.stack(wait.getStackTrace(), wait.getEndTime());
    assertEquals(frames, stack.frames().length);
    assertFalse(stack.isInProbe());
  }

  private List<RecordedEvent> events() throws IOException, InterruptedException {
    Path file = folder.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(OfTheAgent.class).withStackTrace();
      recording.enable(WAIT).withStackTrace().withThreshold(Duration.ZERO);
      recording.start();
      new OfTheAgent().commit();
      CountDownLatch ran = new CountDownLatch(1);
      Timer timer = new Timer(TIMER);
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              ran.countDown();
            }
          },
          20);
      ran.await();
      timer.cancel();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }
}
