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
 */
public record MethodInfo(
    String className, String name, String descriptor, @Nullable String file, int line) {

  /** What stands for the time in which a thread waited for a processor: no method of any class. */
  public static final MethodInfo SWITCHED_OUT = new MethodInfo("", "<switched out>", "", null, 0);

  /** What stands for the time in which collections of garbage had a thread stopped. */
  public static final MethodInfo COLLECTED = new MethodInfo("", "<gc>", "", null, 0);

  public MethodInfo {
    if (line < 0) {
      throw new IllegalArgumentException("line " + line);
    }
  }

  /** Class and method, as people write them; what is no method of a class goes by its name. */
  public String qualifiedName() {
    return className.isEmpty() ? name : className + "." + name;
  }
}
