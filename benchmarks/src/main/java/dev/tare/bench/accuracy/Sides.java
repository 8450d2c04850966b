package dev.tare.bench.accuracy;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import java.util.ArrayList;
import java.util.List;

/**
 * What is compared: Tare's policies, and whether JFR's {@code jdk.MethodTiming} stands beside them.
 *
 * @param policies Tare, each with other options
 * @param methodTiming JFR's event, where it is asked for: one or none
 */
public record Sides(List<Contender.Tare> policies, List<Contender.MethodTiming> methodTiming) {
  private static final Contender.Plain PLAIN = new Contender.Plain();

  public Sides {
    policies = List.copyOf(policies);
    methodTiming = List.copyOf(methodTiming);
  }

  /** No profiler. */
  Contender.Plain plain() {
    return PLAIN;
  }

  /** All profilers. */
  List<Contender> profilers() {
    List<Contender> all = new ArrayList<>(policies);
    all.addAll(methodTiming);
    return all;
  }

  /** Those of them that this JDK has. */
  List<Contender> profilers(JdkHome jdk) {
    return profilers().stream().filter(side -> side.runsOn(jdk)).toList();
  }
}
