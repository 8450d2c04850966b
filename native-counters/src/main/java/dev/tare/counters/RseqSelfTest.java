package dev.tare.counters;

import dev.tare.runtime.clock.NativeReading;
import java.util.Optional;

/**
 * Finds out whether the kernel withdraws a thread's restartable sequence whenever it takes the
 * thread off its processor. It does, and need not: rseq(2) promises that only to a thread that is
 * in the middle of its sequence.
 *
 * <p>Two threads fight for one processor. If the CPU time that one of them reads by its sequence is
 * what the kernel says it has used, none of the many switches went unseen: half of the time was the
 * other's.
 */
final class RseqSelfTest {
  private static final long FIGHT_NANOS = 60_000_000;
  private static final int PROCESSOR_MASK_BYTES = 1024;

  /**
   * The kernel's account leaves out what a hypervisor took; a switch unseen is worth 1 ms at least,
   * however little of a busy processor the two threads get.
   */
  private static final double TOLERANCE = 0.02;

  private static final double MIN_TOLERANCE_NANOS = 300_000;

  private final LibC libC;
  private volatile boolean over;
  private volatile String outcome = "it did not end";

  private RseqSelfTest(LibC libC) {
    this.libC = libC;
  }

  /**
   * Tries it, for 60 ms, and leaves the reading ready for use.
   *
   * @return empty if the readings can be trusted, else why not
   */
  static Optional<String> run(LibC libC) {
    long offset = LibC.restartableSequenceOffset();
    if (offset == 0) {
      return Optional.of("this C library gives threads no restartable sequence");
    }
    TimeStampCounter.scale();
    NativeReading.sequenceAt(offset);
    return new RseqSelfTest(libC).fight();
  }

  private Optional<String> fight() {
    byte[] one = oneProcessor();
    Thread rival = new Thread(null, () -> burn(one), "tare-rival", 0, false);
    Thread reader = new Thread(null, () -> read(one), "tare-reader", 0, false);
    rival.setDaemon(true);
    reader.setDaemon(true);
    rival.start();
    reader.start();
    boolean interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    over = true;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome.isEmpty() ? Optional.empty() : Optional.of(outcome);
  }

  private void burn(byte[] processor) {
    libC.setAffinity(processor);
    while (!over) {
      Thread.onSpinWait();
    }
  }

  private void read(byte[] processor) {
    libC.setAffinity(processor);
    long start = System.nanoTime();
    long trueStart = NativeReading.cpuBySystemCall();
    long readStart = NativeReading.cpuBySequence();
    while (System.nanoTime() - start < FIGHT_NANOS) {
      // Often: between two readings, one unseen switch must not hide behind a seen one.
      NativeReading.cpuBySequence();
    }
    long read = NativeReading.cpuBySequence() - readStart;
    long truth = NativeReading.cpuBySystemCall() - trueStart;
    long wall = System.nanoTime() - start;
    if (truth > wall * 0.9) {
      outcome = "no other thread could be made to interrupt the trial";
    } else if (Math.abs(read - truth) > Math.max(truth * TOLERANCE, MIN_TOLERANCE_NANOS)) {
      outcome =
          "the kernel does not withdraw restartable sequences: "
              + read
              + " ns read, "
              + truth
              + " ns used";
    } else {
      outcome = "";
    }
  }

  /** The first processor that this thread may run on. */
  private byte[] oneProcessor() {
    byte[] allowed = new byte[PROCESSOR_MASK_BYTES];
    byte[] one = new byte[PROCESSOR_MASK_BYTES];
    libC.affinity(allowed);
    for (int i = 0; i < allowed.length; i++) {
      if (allowed[i] != 0) {
        one[i] = (byte) Integer.lowestOneBit(allowed[i]);
        break;
      }
    }
    return one;
  }
}
