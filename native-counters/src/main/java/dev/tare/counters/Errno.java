package dev.tare.counters;

/**
 * Errors of Linux system calls that mean something to a user of counters; errno(3). The numbers are
 * those of x86-64 and aarch64 alike.
 */
enum Errno {
  EPERM(1),
  ENOENT(2),
  ESRCH(3),
  EBADF(9),
  ENOMEM(12),
  EACCES(13),
  EBUSY(16),
  ENODEV(19),
  EINVAL(22),
  ENFILE(23),
  EMFILE(24),
  ENOSYS(38),
  ENODATA(61),
  EOPNOTSUPP(95),
  OTHER(0);

  private final int number;

  Errno(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static Errno of(int number) {
    for (Errno errno : values()) {
      if (errno.number == number) {
        return errno;
      }
    }
    return OTHER;
  }
}
