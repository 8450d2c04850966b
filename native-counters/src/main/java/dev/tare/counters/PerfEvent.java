package dev.tare.counters;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Opens events for single threads of this process: perf_event_open(2).
 *
 * <p>What is counted is the thread's work in user space, pinned: the event has its place on the
 * processor whenever the thread runs, or is in error, and never takes turns with others unnoticed.
 */
final class PerfEvent implements EventOpener {
  /** The calling thread. */
  static final int THIS_THREAD = 0;

  // struct perf_event_attr, in its second version of 72 bytes: offsets and bits.
  private static final int ATTR_SIZE = 72;
  private static final int TYPE = 0;
  private static final int SIZE = 4;
  private static final int CONFIG = 8;
  private static final int READ_FORMAT = 32;
  private static final int FLAGS = 40;
  private static final int CONFIG1 = 56;
  private static final int CONFIG2 = 64;
  private static final long FORMAT_TIME_ENABLED = 1;
  private static final long FORMAT_TIME_RUNNING = 1 << 1;
  private static final long DISABLED = 1;
  private static final long PINNED = 1 << 2;
  private static final long EXCLUDE_KERNEL = 1 << 5;
  private static final long EXCLUDE_HYPERVISOR = 1 << 6;

  private static final long CLOSE_ON_EXEC = 1 << 3;
  private static final long IOC_ENABLE = 0x2400;

  /** Of {@code config1}: the arm64 kernel is to let user space read the counter. */
  private static final long ARM64_USER_ACCESS = 1 << 1;

  private final LibC libC;
  private final ByteBuffer attr = ByteBuffer.allocate(ATTR_SIZE).order(ByteOrder.nativeOrder());
  private final long[] fields = new long[3];

  /** Of one thread's use. */
  PerfEvent(LibC libC, Event event) {
    this.libC = libC;
    attr.putInt(TYPE, event.type());
    attr.putInt(SIZE, ATTR_SIZE);
    attr.putLong(CONFIG, event.config());
    attr.putLong(READ_FORMAT, FORMAT_TIME_ENABLED | FORMAT_TIME_RUNNING);
    attr.putLong(FLAGS, DISABLED | PINNED | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR);
    attr.putLong(CONFIG1, event.config1() | (asksForUserAccess(event) ? ARM64_USER_ACCESS : 0));
    attr.putLong(CONFIG2, event.config2());
  }

  private static boolean asksForUserAccess(Event event) {
    return System.getProperty("os.arch", "").equals("aarch64")
        && event.type() != Event.TYPE_SOFTWARE;
  }

  /**
   * An open event.
   *
   * @param descriptor -1: none, the page alone keeps the event open
   * @param page the address of its mapped page, 0: none
   * @param mapError why it has none, as a number of errno; 0: it has, or needs none
   */
  record Opened(int descriptor, long page, int mapError) {
    Opened(int descriptor, long page) {
      this(descriptor, page, 0);
    }
  }

  /**
   * What an event has counted, as the kernel says.
   *
   * @param count in the event's unit
   * @param enabledNanos for how long it was to be counted
   * @param runningNanos for how long it was
   */
  record Count(long count, long enabledNanos, long runningNanos) {
    boolean isWhole() {
      return runningNanos == enabledNanos;
    }
  }

  /** Opens it to be read: with a page where there is one for it, and with its descriptor. */
  @Override
  public Opened open(int thread) throws PerfEventException {
    int descriptor = descriptor(thread);
    long page = libC.mapPage(descriptor);
    Opened opened =
        page < 0 ? new Opened(descriptor, 0, (int) -page) : new Opened(descriptor, page);
    enableOrClose(opened);
    return opened;
  }

  @Override
  public void close(Opened opened) {
    if (opened.page() != 0) {
      libC.unmapPage(opened.page());
    }
    if (opened.descriptor() >= 0) {
      libC.close(opened.descriptor());
    }
  }

  /** By system call. Refused with ENODATA where the event is in error and counts no more. */
  @Override
  public Count read(int descriptor) throws PerfEventException {
    int length = libC.read(descriptor, fields);
    if (length < fields.length * Long.BYTES) {
      throw new PerfEventException("read", length < 0 ? -length : Errno.ENODATA.number());
    }
    return new Count(fields[0], fields[1], fields[2]);
  }

  /** From here on it counts: everything else about it is in place. */
  private void enableOrClose(Opened opened) throws PerfEventException {
    int result = libC.ioctl(opened.descriptor(), IOC_ENABLE);
    if (result < 0) {
      close(opened);
      throw new PerfEventException("ioctl", -result);
    }
  }

  private int descriptor(int thread) throws PerfEventException {
    int descriptor = libC.perfEventOpen(attr.array(), thread, CLOSE_ON_EXEC);
    if (descriptor == -Errno.EINVAL.number() || descriptor == -Errno.EOPNOTSUPP.number()) {
      // Perhaps for this one wish alone: kernels before 5.17 do not know it, and some counters
      // cannot be given to user space.
      attr.putLong(CONFIG1, attr.getLong(CONFIG1) & ~ARM64_USER_ACCESS);
      descriptor = libC.perfEventOpen(attr.array(), thread, CLOSE_ON_EXEC);
    }
    if (descriptor < 0) {
      throw new PerfEventException("perf_event_open", -descriptor);
    }
    return descriptor;
  }
}
