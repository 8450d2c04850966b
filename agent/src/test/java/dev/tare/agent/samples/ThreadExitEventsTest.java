package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.sampled.BusyWork;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ThreadExitEventsTest {
  private static final long EMITTED_FROM_NANOS = 1_000_000;

  private final ThreadExitEvents ends = new ThreadExitEvents();
  private final List<String> told = new ArrayList<>();

  @Test
  void nothingIsToldOfThreadsThatLivedWhileOthersAsked() throws InterruptedException {
    JfrRecordings recordings = open();
    BusyWork older = begun("told-older");
    try (Recording other = new Recording()) {
      other.enable("jdk.ThreadCPULoad");
      other.start();
      ends.mindOthers(other);
      end(begun("told-meanwhile"));
      other.stop();
      ends.mindOthers(other);
    }
    end(begun("told-later"));
    end(older);
    recordings.close();

    assertEquals(List.of("told-later"), told);
  }

  @Test
  void nothingIsToldOfThreadsThatAreOlderThanAPause() throws InterruptedException {
    JfrRecordings recordings = open();
    BusyWork older = begun("told-older");
    try (Recording unseen = new Recording()) {
      unseen.enable("jdk.ThreadCPULoad");
      unseen.start();
    }
    ends.mindOthers();
    end(begun("told-later"));
    end(older);
    recordings.close();

    assertEquals(List.of("told-later"), told);
  }

  @Test
  @Tag("nightly")
  void threadsThatUseNextToNothingPushNoOtherOut() throws InterruptedException {
    JfrRecordings recordings = open();
    BusyWork first = begun("told-first");
    for (int i = 0; i <= ThreadExitEvents.MAX_STARTS; i++) {
      Thread idle = new Thread(() -> {});
      idle.start();
      idle.join();
    }
    recordings.hold(() -> {});
    recordings.release();
    end(first);
    recordings.close();

    assertEquals(List.of("told-first"), told);
  }

  private JfrRecordings open() {
    JfrEvents events = new JfrEvents();
    ends.enable(events);
    return JfrRecordings.open(events, Instant.now(), this::tell, unsaid -> {});
  }

  private void tell() {
    ends.tell(
        (thread, nanos) -> {
          String name = thread.getJavaName();
          if (name != null && name.startsWith("told-")) {
            told.add(name);
          }
        });
    ends.takeIds();
  }

  private static BusyWork begun(String name) throws InterruptedException {
    BusyWork thread = new BusyWork();
    thread.setName(name);
    thread.start();
    ThreadMXBean clocks = ManagementFactory.getThreadMXBean();
    while (clocks.getThreadCpuTime(thread.getId()) < 2 * EMITTED_FROM_NANOS) {
      Thread.sleep(1);
    }
    return thread;
  }

  private static void end(BusyWork thread) throws InterruptedException {
    thread.close();
    thread.join();
  }
}
