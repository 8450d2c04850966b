package dev.tare.profile;

/**
 * A method that was to be instrumented and was not. Where a whole class was left alone, {@code
 * name} and {@code descriptor} are empty.
 *
 * @param className binary name of its class, with dots
 * @param name its name
 * @param descriptor its descriptor
 * @param reason why it was left alone, in words
 */
public record SkippedMethod(String className, String name, String descriptor, String reason) {}
