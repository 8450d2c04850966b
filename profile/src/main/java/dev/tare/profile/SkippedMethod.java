package dev.tare.profile;

import org.jspecify.annotations.Nullable;

/**
 * A method that was to be instrumented and was not. Where a whole class was left alone, {@code
 * name} and {@code descriptor} are empty.
 *
 * @param className binary name of its class, with dots
 * @param name its name
 * @param descriptor its descriptor
 * @param reason why it was left alone, in words
 */
public record SkippedMethod(String className, String name, String descriptor, String reason) {
  /** How the reason begins where the profiler failed, and not a limit kept it from the method. */
  public static final String WEAVING_FAILED = "weaving failed";

  /**
   * Whether it is a class that could not be woven at one moment, such as near a stack's end: it may
   * have had probes before, and have them again.
   */
  public boolean isFailedClass() {
    return name.isEmpty() && reason.startsWith(WEAVING_FAILED);
  }

  // Written out: what records have by themselves is linked when it is first called, in a start's
  // time.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SkippedMethod that
        && className.equals(that.className)
        && name.equals(that.name)
        && descriptor.equals(that.descriptor)
        && reason.equals(that.reason);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * className.hashCode() + name.hashCode()) + descriptor.hashCode())
        + reason.hashCode();
  }
}
