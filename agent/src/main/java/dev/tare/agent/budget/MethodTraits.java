package dev.tare.agent.budget;

/**
 * What the class file says of a method.
 *
 * @param className with dots
 * @param name the method's
 * @param descriptor its descriptor
 * @param code what it says of its code
 */
public record MethodTraits(String className, String name, String descriptor, CodeTraits code) {}
