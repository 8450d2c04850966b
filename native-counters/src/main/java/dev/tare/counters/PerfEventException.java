package dev.tare.counters;

/**
 * A system call that was refused while a counter was to be opened.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/perf_event_open.2.html">perf_event_open(2),
 *     ERRORS</a>
 */
final class PerfEventException extends Exception {
  private static final long serialVersionUID = 1;

  private final String call;
  private final int number;

  /**
   * @param call the system call's name
   * @param number its error, positive
   */
  PerfEventException(String call, int number) {
    super(null, null, false, false);
    this.call = call;
    this.number = number;
  }

  Errno errno() {
    return Errno.of(number);
  }

  /** The call and its error, as in {@code perf_event_open: ENOENT}. */
  @Override
  public String getMessage() {
    Errno errno = errno();
    return call + ": " + (errno == Errno.OTHER ? "error " + number : errno.name());
  }

  /** What it means, without the call and the error. */
  String meaning() {
    return switch (errno()) {
      case EPERM ->
          call.equals("mmap")
              ? "this user has mapped as many counter pages as it may lock in memory"
              : "the system call is forbidden, most likely by a container's seccomp profile";
      case EACCES -> "perf_event_paranoid " + PerfSettings.paranoid() + " forbids it to this user";
      case ENOENT, ENODEV -> "no hardware counters here";
      case ENOSYS -> "the kernel does not have the system call, or a seccomp profile hides it";
      case EMFILE -> "this process has no file descriptors left";
      case ENFILE -> "this machine has no file descriptors left";
      case EINVAL, EOPNOTSUPP -> "this processor cannot count the event for a single thread";
      case EBUSY -> "somebody else holds the counter for himself";
      case ENODATA -> "others hold all of the processor's counters";
      case ESRCH -> "the thread has ended";
      case ENOMEM -> "the kernel has no memory left for it";
      default -> "the kernel gives no reason that is known here";
    };
  }

  /** The one thing that would help. */
  String help() {
    return switch (errno()) {
      case EPERM ->
          call.equals("mmap")
              ? "a higher limit of locked memory (ulimit -l), or of"
                  + " /proc/sys/kernel/perf_event_mlock_kb"
              : "run the container with a seccomp profile that allows perf_event_open, or with"
                  + " --cap-add PERFMON";
      case EACCES -> "sysctl kernel.perf_event_paranoid=2, or the capability CAP_PERFMON";
      case ENOENT, ENODEV ->
          "a machine with a performance monitoring unit, or one that this virtual machine is"
              + " allowed to use";
      case ENOSYS ->
          "a kernel with CONFIG_PERF_EVENTS, or a seccomp profile that allows perf_event_open";
      case EMFILE -> "a higher limit of open files (ulimit -n)";
      case ENFILE -> "a higher /proc/sys/fs/file-max";
      case EBUSY, ENODATA -> "end the other measurement";
      default -> "another event";
    };
  }
}
