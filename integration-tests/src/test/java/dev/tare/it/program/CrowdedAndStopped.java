package dev.tare.it.program;

import java.io.IOException;

/**
 * Calls what takes 150 microseconds for two seconds, where other threads want to run, while another
 * process stops this one again and again.
 */
public final class CrowdedAndStopped {
  private static final long NANOS = 2_000_000_000;
  private static final long CALL_NANOS = 150_000;
  private static final String STOPS =
      "for i in 1 2 3 4 5 6 7 8; do kill -STOP %1$d; sleep 0.1; kill -CONT %1$d; sleep 0.1; done";

  private CrowdedAndStopped() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Crowded.startOthers();
    long self = ProcessHandle.current().pid();
    Process stops = new ProcessBuilder("sh", "-c", STOPS.formatted(self)).inheritIO().start();
    long start = System.nanoTime();
    while (System.nanoTime() - start < NANOS) {
      step();
    }
    System.out.println(stops.waitFor());
  }

  private static void step() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < CALL_NANOS) {
      Thread.onSpinWait();
    }
  }
}
