package dev.tare.junit;

import dev.tare.api.Measurement;
import dev.tare.api.Profiler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.AssertionFailedError;

/**
 * Checks the bounds that tests are annotated with. The annotations bring it with them.
 *
 * <p>What is measured is the test method, without what runs before and after it. Tests may run in
 * parallel. Tests of a {@code @TestFactory} are not checked.
 */
public final class TareExtension implements ExecutionCondition, InvocationInterceptor {
  /**
   * The configuration parameter that says what happens without an agent that records: {@code skip}
   * (the default), {@code run} the test without its bounds, or {@code fail}.
   */
  public static final String ABSENT = "dev.tare.junit.absent";

  /** Made by JUnit. */
  public TareExtension() {}

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    List<Bound> bounds = bounds(context);
    if (context.getTestMethod().isEmpty() || bounds.isEmpty()) {
      return ConditionEvaluationResult.enabled("no bounds of its own");
    }
    if (!Profiler.isRecording()) {
      String why =
          Profiler.isPresent()
              ? "the Tare agent in this JVM is not recording"
              : "no Tare agent in this JVM (-javaagent:profiler.jar)";
      return absent(context).equals("skip")
          ? ConditionEvaluationResult.disabled(why)
          : ConditionEvaluationResult.enabled(why);
    }
    String metric = Profiler.metric();
    String mode = Profiler.mode();
    for (Bound bound : bounds) {
      if (!bound.metric().isEmpty() && !bound.metric().equals(metric)) {
        return ConditionEvaluationResult.disabled(
            bound + " needs an agent with metric=" + bound.metric() + ", not " + metric);
      }
      if (bound.isOfValues() && !mode.equals("full")) {
        return ConditionEvaluationResult.disabled(
            bound + " needs an agent with mode=full, not " + mode);
      }
    }
    return ConditionEvaluationResult.enabled("the Tare agent is recording");
  }

  private static String absent(ExtensionContext context) {
    String value = context.getConfigurationParameter(ABSENT).orElse("skip");
    if (!List.of("skip", "run", "fail").contains(value)) {
      throw new IllegalArgumentException(ABSENT + " is skip, run or fail, not " + value);
    }
    return value;
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    check(invocation, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    check(invocation, context);
  }

  private static void check(Invocation<Void> invocation, ExtensionContext context)
      throws Throwable {
    List<Bound> bounds = bounds(context);
    if (bounds.isEmpty()) {
      invocation.proceed();
      return;
    }
    Measurement measured = Profiler.measure(invocation::proceed);
    if (!measured.isKnown()) {
      if (!absent(context).equals("run")) {
        throw new AssertionFailedError(
            "nothing was recorded by a Tare agent, or not all: " + bounds);
      }
      return;
    }
    List<String> broken = new ArrayList<>();
    for (Bound bound : bounds) {
      bound.check(measured).ifPresent(broken::add);
    }
    if (!broken.isEmpty()) {
      throw new AssertionFailedError(String.join("\n", broken));
    }
  }

  /**
   * Those of the classes first, the outermost first. An annotation may stand on class and method;
   * then both hold. A nested class's own bound stands in for one of the classes around it.
   */
  private static List<Bound> bounds(ExtensionContext context) {
    List<Bound> bounds = new ArrayList<>();
    Set<Class<?>> types = new HashSet<>();
    for (ExtensionContext at = context; at != null; at = at.getParent().orElse(null)) {
      Class<?> type = at.getTestClass().orElse(null);
      if (type != null && types.add(type)) {
        List<Bound> outer = new ArrayList<>();
        Bound.addAll(type, outer);
        outer.removeIf(bound -> bounds.stream().anyMatch(bound::isOnTheSameAs));
        bounds.addAll(0, outer);
      }
    }
    context.getTestMethod().ifPresent(method -> Bound.addAll(method, bounds));
    return bounds;
  }
}
