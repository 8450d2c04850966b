package dev.tare.counters;

import java.util.regex.Pattern;

/**
 * Why a native library is not loaded.
 *
 * @param reason for people to read
 */
public record MissingLibrary(Cause cause, String reason) {
  /**
   * What the dynamic linkers of glibc and musl say where the C library lacks something. Our own
   * file exists: what they do not find is a library that it needs.
   */
  private static final Pattern NOT_IN_C_LIBRARY =
      Pattern.compile("symbol|`GLIBC_|No such file or directory");

  /** What kind of reason: each has one thing that would help. */
  public enum Cause {
    /** There is none for it. */
    PLATFORM("run on Linux, on x86-64 or aarch64"),
    NOT_BUILT("a jar built with a C compiler"),

    /** It asks for something that this one has not: musl, or an old glibc. */
    C_LIBRARY("run on glibc, 2.18 or later"),
    DIRECTORY(
        "a directory that may be written and run from, named with -D"
            + NativeLibrary.DIRECTORY_PROPERTY);

    private final String help;

    Cause(String help) {
      this.help = help;
    }

    MissingLibrary because(String reason) {
      return new MissingLibrary(this, reason);
    }
  }

  /** Of what the dynamic linker said. */
  static MissingLibrary of(String refusal) {
    return NOT_IN_C_LIBRARY.matcher(refusal).find()
        ? Cause.C_LIBRARY.because(refusal)
        : Cause.DIRECTORY.because(refusal);
  }

  /** The one thing that would help, as it would follow on "what would help:". */
  public String help() {
    return cause.help;
  }

  /** The reason, and what would help. */
  public String text() {
    return reason + "; would help: " + help();
  }
}
