package dev.tare.it.corpus;

import java.util.List;

/**
 * What became of one class.
 *
 * @param view the jar, and the release where it is not for all
 * @param className binary name
 * @param outcome {@code linked}, or what was thrown
 * @param methods methods with code
 * @param woven of these, those with a probe
 * @param bytes size of the class file
 * @param cpuNanos what the profiler took for it
 * @param check {@code verified} by the JVM, {@code checked} by ASM, {@code unchanged}, {@code
 *     unseen} by any agent, or what ASM complained of
 */
record ClassLine(
    String view,
    String className,
    String outcome,
    int methods,
    int woven,
    int bytes,
    long cpuNanos,
    String check) {
  static final String LINKED = "linked";
  static final String VERIFIED = "verified";
  static final String CHECKED = "checked";
  static final String UNCHANGED = "unchanged";
  static final String UNSEEN = "unseen";

  private static final String SEPARATOR = "\t";

  static ClassLine parse(String line) {
    String[] parts = line.split(SEPARATOR, -1);
    return new ClassLine(
        parts[0],
        parts[1],
        parts[2],
        Integer.parseInt(parts[3]),
        Integer.parseInt(parts[4]),
        Integer.parseInt(parts[5]),
        Long.parseLong(parts[6]),
        parts[7]);
  }

  /** The class, whatever became of it. */
  String key() {
    return view + " " + className;
  }

  /** Whether nothing is wrong with the woven class. */
  boolean isSound() {
    return List.of(VERIFIED, CHECKED, UNCHANGED, UNSEEN).contains(check);
  }

  /** Whether the woven class was looked at, and nothing is wrong with it. */
  boolean isSeenAndSound() {
    return check.equals(VERIFIED) || check.equals(CHECKED);
  }

  /** What was thrown, without its message. */
  String outcomeKind() {
    int colon = outcome.indexOf(':');
    return colon < 0 ? outcome : outcome.substring(0, colon);
  }

  @Override
  public String toString() {
    return String.join(
        SEPARATOR,
        view,
        className,
        outcome.replaceAll("\\s+", " "),
        Integer.toString(methods),
        Integer.toString(woven),
        Integer.toString(bytes),
        Long.toString(cpuNanos),
        check.replaceAll("\\s+", " "));
  }
}
