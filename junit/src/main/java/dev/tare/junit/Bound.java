package dev.tare.junit;

import static org.junit.platform.commons.support.AnnotationSupport.findAnnotation;
import static org.junit.platform.commons.support.AnnotationSupport.findRepeatableAnnotations;

import dev.tare.api.Measurement;
import dev.tare.api.Profiler;
import dev.tare.api.Recorded;
import java.lang.reflect.AnnotatedElement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One bound of a test. */
interface Bound {
  /** So many callers are named where a bound is broken. */
  int CALLERS_SHOWN = 5;

  /** What is said of methods without probes. */
  String NOT_INSTRUMENTED =
      ": no such method was instrumented; is it misspelt, or not in 'include'?";

  /** What is said of methods of which one has no probes. */
  String NOT_ALL_COUNTED =
      ": not all calls were counted; run the agent with budget=off, unless the profile lists a"
          + " method as skipped";

  /** The metric that it needs; empty for any. */
  String metric();

  /** Whether it is of values, which {@code mode=full} alone knows of a test. */
  boolean isOfValues();

  /** What is broken, in words; empty where it is kept. */
  Optional<String> check(Measurement measured);

  /** Whether both are bounds on the same values of the same methods. */
  boolean isOnTheSameAs(Bound other);

  /** Adds the bounds that stand on a method or class. */
  static void addAll(AnnotatedElement element, List<Bound> bounds) {
    for (MaxCalls found : findRepeatableAnnotations(element, MaxCalls.class)) {
      bounds.add(new OfCalls(found.method(), found.atMost(), false));
    }
    for (ExactCalls found : findRepeatableAnnotations(element, ExactCalls.class)) {
      bounds.add(new OfCalls(found.method(), found.times(), true));
    }
    for (MaxSelf found : findRepeatableAnnotations(element, MaxSelf.class)) {
      bounds.add(new OfSelf(found.method(), found.atMost(), found.metric()));
    }
    findAnnotation(element, MaxAllocation.class)
        .ifPresent(found -> bounds.add(new OfAllocation(found.atMost())));
  }

  /**
   * Methods that are called so often at most, or exactly.
   *
   * @param methods which ones
   * @param bound how often
   * @param isExact whether not less often either
   */
  record OfCalls(String methods, long bound, boolean isExact) implements Bound {
    @Override
    public String metric() {
      return "";
    }

    @Override
    public boolean isOfValues() {
      return false;
    }

    @Override
    public Optional<String> check(Measurement measured) {
      Recorded recorded = Profiler.recorded(methods);
      // A method that a test must not call may be of a class that is not loaded, because of that.
      if (recorded == Recorded.WITHOUT_PROBES || (recorded == Recorded.NOTHING && bound > 0)) {
        return Optional.of(methods + NOT_INSTRUMENTED);
      }
      if (recorded == Recorded.SOME_CALLS) {
        return Optional.of(methods + NOT_ALL_COUNTED);
      }
      long calls = measured.calls(methods);
      if (isExact ? calls == bound : calls <= bound) {
        return Optional.empty();
      }
      return Optional.of(
          methods
              + " was called "
              + times(calls)
              + ", "
              + (isExact ? "expected " : "at most ")
              + times(bound)
              + callers(measured.callers(methods)));
    }

    private static String times(long calls) {
      return calls == 1 ? "once" : calls + " times";
    }

    private static String callers(Map<String, Long> callers) {
      if (callers.isEmpty()) {
        return "";
      }
      return callers.entrySet().stream()
          .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
          .limit(CALLERS_SHOWN)
          .map(
              caller ->
                  (caller.getKey().isEmpty() ? "the test's thread" : caller.getKey())
                      + " ("
                      + caller.getValue()
                      + ")")
          .collect(Collectors.joining(", ", "; called by ", ""));
    }

    @Override
    public boolean isOnTheSameAs(Bound other) {
      return other instanceof OfCalls calls && calls.methods.equals(methods);
    }

    @Override
    public String toString() {
      return (isExact ? "@ExactCalls " : "@MaxCalls ") + methods;
    }
  }

  /**
   * Methods whose own values add up to so much at most.
   *
   * @param methods which ones
   * @param bound in the metric's unit
   * @param metric which metric
   */
  record OfSelf(String methods, long bound, String metric) implements Bound {
    @Override
    public boolean isOfValues() {
      return true;
    }

    @Override
    public Optional<String> check(Measurement measured) {
      Recorded recorded = Profiler.recorded(methods);
      if (recorded != Recorded.CALLS_AND_VALUES) {
        return Optional.of(
            methods
                + (recorded == Recorded.NOTHING || recorded == Recorded.WITHOUT_PROBES
                    ? NOT_INSTRUMENTED
                    : recorded == Recorded.SOME_CALLS
                        ? NOT_ALL_COUNTED
                        : ": has no values of its own; run the agent with budget=off"));
      }
      long self = measured.self(methods);
      return self <= bound
          ? Optional.empty()
          : Optional.of(
              methods
                  + " took "
                  + self
                  + " "
                  + measured.unit()
                  + " of "
                  + metric
                  + " itself, at most "
                  + bound);
    }

    @Override
    public boolean isOnTheSameAs(Bound other) {
      return other instanceof OfSelf self
          && self.methods.equals(methods)
          && self.metric.equals(metric);
    }

    @Override
    public String toString() {
      return "@MaxSelf " + methods;
    }
  }

  /**
   * Everything together allocates so much at most.
   *
   * @param bound in bytes
   */
  record OfAllocation(long bound) implements Bound {
    @Override
    public String metric() {
      return "alloc";
    }

    @Override
    public boolean isOfValues() {
      return true;
    }

    @Override
    public Optional<String> check(Measurement measured) {
      long bytes = measured.total();
      return bytes <= bound
          ? Optional.empty()
          : Optional.of(bytes + " bytes were allocated, at most " + bound);
    }

    @Override
    public boolean isOnTheSameAs(Bound other) {
      return other instanceof OfAllocation;
    }

    @Override
    public String toString() {
      return "@MaxAllocation";
    }
  }
}
