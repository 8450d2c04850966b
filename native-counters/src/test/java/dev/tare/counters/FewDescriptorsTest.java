package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.clock.NativeReading;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** At the limit of open files it is the profiler that goes without, and says so once. */
class FewDescriptorsTest {
  private static final int LIMIT = 200;
  private static final int THREADS = 300;
  private static final int FILES = 40;

  @Test
  void theApplicationKeepsDescriptorsForItself() throws Exception {
    assumeTrue(NativeLibrary.load().isEmpty(), "no native library here");
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n " + LIMIT + "; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(0, process.waitFor(), output);
    assumeTrue(!output.startsWith("skipped"), output);
    assertEquals("1 warnings, EMFILE: true, files opened: " + FILES + "\n", output);
  }

  /** Many threads with a counter each, and some files. */
  static final class Application {
    private Application() {}

    public static void main(String[] arguments) throws Exception {
      NativeLibrary.load();
      LibC libC = new LibC();
      try {
        PerfEvent event = new PerfEvent(libC, Event.taskClock());
        event.close(event.open(PerfEvent.THIS_THREAD));
      } catch (PerfEventException refusal) {
        System.out.println("skipped: " + refusal.getMessage());
        return;
      }
      List<String> warnings = Collections.synchronizedList(new ArrayList<>());
      CounterService service =
          new CounterService(new PerfEvent(libC, Event.taskClock()), warnings::add);
      service.start(() -> {});
      CountDownLatch allHaveRead = new CountDownLatch(THREADS);
      CountDownLatch over = new CountDownLatch(1);
      for (int i = 0; i < THREADS; i++) {
        Thread thread =
            new Thread(
                () -> {
                  NativeReading.event();
                  allHaveRead.countDown();
                  try {
                    over.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
        thread.setDaemon(true);
        thread.start();
      }
      allHaveRead.await();
      int opened = openFiles();
      System.out.printf(
          "%d warnings, EMFILE: %b, files opened: %d%n",
          warnings.size(), warnings.get(0).contains("EMFILE"), opened);
      over.countDown();
    }

    private static int openFiles() throws IOException {
      List<FileInputStream> files = new ArrayList<>();
      for (int i = 0; i < FILES; i++) {
        files.add(new FileInputStream("/dev/null"));
      }
      int opened = files.size();
      for (FileInputStream file : files) {
        file.close();
      }
      return opened;
    }
  }
}
