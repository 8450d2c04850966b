package dev.tare.bench.run;

import dev.tare.profile.MethodInfo;
import jdk.jfr.consumer.RecordedMethod;

/**
 * A method by its names, as the class file has them.
 *
 * @param className binary name, with dots
 */
public record MethodKey(String className, String name, String descriptor) {

  static MethodKey of(MethodInfo method) {
    return new MethodKey(method.className(), method.name(), method.descriptor());
  }

  static MethodKey of(RecordedMethod method) {
    return new MethodKey(method.getType().getName(), method.getName(), method.getDescriptor());
  }
}
