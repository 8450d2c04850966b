package dev.tare.counters;

import dev.tare.runtime.clock.NativeReading;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Finds out whether the kernel withdraws a thread's restartable sequence whenever it takes the
 * thread off its processor. It need not: rseq(2) promises that only to a thread that is in the
 * middle of its sequence. Up to Linux 6.18 it does; from 6.19 on not where the thread blocks in a
 * system call, on processors whose kernel has GENERIC_IRQ_ENTRY ({@code rseq_update_usr} in
 * include/linux/rseq_entry.h).
 *
 * <p>A thread sleeps, and must not be said to have used that time. Then two threads fight for one
 * processor. If the CPU time that one of them reads by its sequence is what the kernel says it has
 * used, none of the many switches went unseen: half of the time was the other's.
 */
final class RseqSelfTest {
  private static final long FIGHT_NANOS = 60_000_000;

  /** Some: on a busy machine one may last so long that the kernel is asked anyway. */
  private static final int SLEEPS = 10;

  private static final long SLEEP_NANOS = 1_000_000;
  private static final int PROCESSOR_MASK_BYTES = 1024;

  /**
   * The kernel's account leaves out what a hypervisor took; a switch unseen is worth 1 ms at least,
   * however little of a busy processor the two threads get.
   */
  private static final double TOLERANCE = 0.02;

  private static final double MIN_TOLERANCE_NANOS = 300_000;

  private static final String NOT_WITHDRAWN = "the kernel does not withdraw restartable sequences";

  private final LibC libC;
  private volatile boolean over;
  private volatile String outcome = "it did not end";

  private RseqSelfTest(LibC libC) {
    this.libC = libC;
  }

  /**
   * Tries it, for 70 ms, and leaves the reading ready for use.
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
    Thread reader = new Thread(null, () -> outcome = read(one), "tare-reader", 0, false);
    reader.setDaemon(true);
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

  private String read(byte[] processor) {
    String slept = sleep(NativeReading::cpuBySequence, NativeReading::cpuBySystemCall);
    if (!slept.isEmpty()) {
      return slept;
    }
    Thread rival = new Thread(null, () -> burn(processor), "tare-rival", 0, false);
    rival.setDaemon(true);
    rival.start();
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
      return "no other thread could be made to interrupt the trial";
    }
    double tolerance = Math.max(truth * TOLERANCE, MIN_TOLERANCE_NANOS);
    return Math.abs(read - truth) > tolerance ? NOT_WITHDRAWN : "";
  }

  /**
   * Sleeps, and compares the two ways to read the calling thread's CPU time.
   *
   * @return empty if they agree, else what is wrong
   */
  static String sleep(LongSupplier bySequence, LongSupplier bySystemCall) {
    for (int i = 0; i < SLEEPS; i++) {
      long trueStart = bySystemCall.getAsLong();
      long readStart = bySequence.getAsLong();
      LockSupport.parkNanos(SLEEP_NANOS);
      long read = bySequence.getAsLong() - readStart;
      long truth = bySystemCall.getAsLong() - trueStart;
      if (Math.abs(read - truth) > MIN_TOLERANCE_NANOS) {
        return NOT_WITHDRAWN;
      }
    }
    return "";
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
