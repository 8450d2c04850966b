package dev.tare.profile;

import org.jspecify.annotations.Nullable;

/**
 * A method, as the profile names it.
 *
 * @param className binary name of its class, with dots ({@code com.acme.Order$Line})
 * @param name its name ({@code total}, {@code <init>})
 * @param descriptor its descriptor ({@code (I)J}; JVMS 4.3.3)
 * @param file the source file that its class names, if it names one
 * @param line first line of the method in that file; 0: unknown
 * @param tier what of it was recorded: {@link #TIMED}, or what a budget left of that
 * @param origin where its class came from: the file name of a jar, a folder, or a module of the
 *     JDK; empty: unknown
 */
public record MethodInfo(
    String className,
    String name,
    String descriptor,
    @Nullable String file,
    int line,
    String tier,
    String origin) {

  /** Calls and readings of all of them, as far as the mode takes readings. */
  public static final String TIMED = "timed";

  /**
   * Calls, all of them; the time while there were no readings is the nearest timed caller's. In
   * sampled mode that is so of methods that call nothing, and others have their own time.
   */
  public static final String COUNTED = "counted";

  /**
   * Calls, all of them, but for some time without their context; the time is the callers' while
   * that was so.
   */
  public static final String FLAT = "flat";

  /**
   * Calls up to the moment when the probes were taken out; of later ones, those that callers with
   * probes counted or imply.
   */
  public static final String MERGED = "merged";

  /** The class that woven code calls. */
  public static final String PROBE_FACADE = "java.lang.invoke.$Tare";

  /** Below it are the classes that it calls. */
  private static final String RUNTIME = "dev.tare.runtime.";

  /**
   * What stands above the methods whose calls were counted without their context, since the tree
   * was full.
   */
  public static final MethodInfo BEYOND_MAXNODES =
      new MethodInfo("", "<beyond maxnodes>", "", null, 0);

  /** What stands above methods whose calls a budget had counted without their context. */
  public static final MethodInfo FLAT_CALLS = new MethodInfo("", "<flat calls>", "", null, 0);

  public MethodInfo {
    if (line < 0) {
      throw new IllegalArgumentException("line " + line);
    }
  }

  /** A method of which all was recorded. */
  public MethodInfo(
      String className, String name, String descriptor, @Nullable String file, int line) {
    this(className, name, descriptor, file, line, TIMED, "");
  }

  /**
   * How the sum of its calls is known: of what was without probes nobody knows all callers, so that
   * the sum is the least that it can be.
   */
  public CallsKind callsKind() {
    return tier.equals(MERGED) ? CallsKind.BOUNDED : CallsKind.EXACT;
  }

  /** Whether it is one of the profiler's own, which run in the application's threads. */
  public boolean isProbe() {
    return isProbe(className);
  }

  /** Whether a class is one of the profiler's own, which run in the application's threads. */
  public static boolean isProbe(String className) {
    return className.startsWith(RUNTIME) || className.equals(PROBE_FACADE);
  }

  /** The same method with another origin. */
  public MethodInfo withOrigin(String other) {
    return origin.equals(other)
        ? this
        : new MethodInfo(className, name, descriptor, file, line, tier, other);
  }

  /** Class and method, as people write them; what is no method of a class goes by its name. */
  public String qualifiedName() {
    return className.isEmpty() ? name : className + "." + name;
  }
}
