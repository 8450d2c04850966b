package dev.tare.bench.run;

import java.util.List;

/**
 * What is to be instrumented, in the two forms in which profilers ask for it.
 *
 * @param include for Tare's {@code include}
 * @param classNames binary names of all those classes: JFR's filter has no wildcards
 */
public record Target(String include, List<String> classNames) {
  public Target {
    classNames = List.copyOf(classNames);
  }
}
