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

  public MethodInfo {
    if (line < 0) {
      throw new IllegalArgumentException("line " + line);
    }
  }
}
