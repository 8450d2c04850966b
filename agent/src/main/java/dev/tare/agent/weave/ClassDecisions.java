package dev.tare.agent.weave;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.calibration.training.KernelLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What this run decides about the methods of one class. */
final class ClassDecisions {
  private final String owner;
  private final String className;
  private final int checksum;
  private final MethodRegistry.OfClass ownNumbers;
  private final ClassFilter filter;
  private final MethodRegistry registry;
  private final ProbePlan plan;

  /**
   * Those about a class.
   *
   * @param owner its internal name
   * @param checksum as {@link ClassOutline#checksum}
   * @param origin where the class came from
   */
  ClassDecisions(
      String owner,
      int checksum,
      String origin,
      ClassFilter filter,
      MethodRegistry registry,
      ProbePlan plan) {
    this.owner = owner;
    className = owner.replace('/', '.');
    this.checksum = checksum;
    ownNumbers = registry.ofClass(owner, origin);
    this.filter = filter;
    this.registry = registry;
    this.plan = plan;
  }

  /** Whether a class is one of the calibration's kernels, which are measured as timed methods. */
  static boolean isKernel(String owner) {
    return owner.startsWith(KernelLoader.INTERNAL_PACKAGE);
  }

  int number(String method, String descriptor, @Nullable String sourceFile, int line) {
    return ownNumbers.id(method, descriptor, sourceFile, line);
  }

  ProbePlan.Probes probes(int number, String method, String descriptor, CodeShape shape) {
    return isKernel(owner)
        ? ProbePlan.Probes.PAIR
        : plan.probes(number, shape.callsNothing(), () -> traits(method, descriptor, shape));
  }

  private MethodTraits traits(String method, String descriptor, CodeShape shape) {
    return new MethodTraits(
        className,
        method,
        descriptor,
        new CodeTraits(
            checksum,
            shape.plainSize(),
            shape.callsNothing(),
            shape.loops(),
            filter.namesMethod(owner, method)));
  }

  /** Whether the calls of a method with these probes matter to methods without probes. */
  boolean concernsCalls(ProbePlan.Probes probes) {
    return plan.hasTiers() && probes != ProbePlan.Probes.ENTRY && !isKernel(owner);
  }

  /**
   * The number of a method, and the numbers of those of its callees that have no probes, or that it
   * counts already. What the named class inherits has no number under its name, nor has what is
   * excluded.
   *
   * @param callees how many it has
   * @param callee each of them, by its index
   */
  MethodNumbers numbers(int caller, int callees, IntFunction<MethodRegistry.Key> callee) {
    int[] called = new int[callees];
    Set<Integer> countedBefore =
        callees == 0 ? Set.of() : plan.directCalls().countedFromTheFirst(caller);
    for (int i = 0; i < callees; i++) {
      called[i] = withoutProbes(callee.apply(i), caller, countedBefore);
    }
    return new MethodNumbers(caller, called);
  }

  private int withoutProbes(MethodRegistry.Key callee, int caller, Set<Integer> countedBefore) {
    int known = registry.knownId(callee);
    if (known != MethodRegistry.UNKNOWN && plan.knowsBefore(known, caller)) {
      return plan.lacksNodes(known) || countedBefore.contains(known) ? known : MethodNumbers.NONE;
    }
    return plan.willLackNodes(callee) && filter.includesMethod(callee.className(), callee.name())
        ? registry.id(callee.className(), callee.name(), callee.descriptor(), null, 0)
        : MethodNumbers.NONE;
  }

  /** The numbers of the methods of a woven class; null if this run would weave it otherwise. */
  @Nullable List<MethodNumbers> numbersFor(WovenClass woven) {
    List<MethodNumbers> numbers = new ArrayList<>(woven.methods.size());
    for (WovenClass.Method method : woven.methods) {
      if (!filter.includesMethod(owner, method.name())) {
        return null;
      }
      int number = number(method.name(), method.descriptor(), woven.sourceFile, method.line());
      if (probes(number, method.name(), method.descriptor(), method.shape()) != method.probes()) {
        return null;
      }
      List<WovenClass.Calls> calls = method.calls();
      MethodNumbers found = numbers(number, calls.size(), i -> calls.get(i).callee());
      for (int i = 0; i < calls.size(); i++) {
        boolean isWithoutProbes = found.called(i) != MethodNumbers.NONE;
        if (isWithoutProbes != calls.get(i).isWithoutProbes()
            && misfits(calls.get(i).handling(), isWithoutProbes)) {
          return null;
        }
      }
      numbers.add(found);
    }
    return numbers;
  }

  /**
   * Whether this may not be done about the calls to a method that had probes when their caller was
   * woven, and has none now, or the other way round: nothing might be too little, and counting too
   * much.
   */
  private static boolean misfits(WovenClass.Handling handling, boolean isWithoutProbes) {
    return isWithoutProbes ? handling == WovenClass.Handling.NONE : handling.isCounted();
  }

  /** Makes known what follows from a woven class that is about to be used. */
  void used(WovenClass woven, List<MethodNumbers> numbers, SkippedMethods skipped) {
    if (plan.hasTiers() && !isKernel(owner)) {
      for (int i = 0; i < woven.methods.size(); i++) {
        tellCalls(woven.methods.get(i), numbers.get(i));
        tellWhereClassesDiffer(numbers.get(i).own());
      }
    }
    for (WovenClass.Skipped method : woven.skipped) {
      skipped.add(owner, method.method(), method.descriptor(), method.reason(), method.cause());
    }
  }

  private void tellWhereClassesDiffer(int method) {
    CodeTraits first = plan.code(method);
    if (first != null && first.classChecksum() != checksum) {
      plan.directCalls().differ(registry.className(method));
    }
  }

  private void tellCalls(WovenClass.Method method, MethodNumbers numbers) {
    DirectCalls known = plan.directCalls();
    known.saw(numbers.own(), method.codeHash());
    boolean isProbed = method.probes().makeNodes();
    if (method.calls().isEmpty()) {
      if (isProbed) {
        known.counts(numbers.own(), Set.of(), Set.of());
      }
      return;
    }
    Map<Integer, DirectCalls.Implied> implied = new LinkedHashMap<>();
    Set<Integer> counted = new HashSet<>();
    Set<Integer> caught = new HashSet<>();
    for (int i = 0; i < method.calls().size(); i++) {
      WovenClass.Calls calls = method.calls().get(i);
      if (numbers.called(i) == MethodNumbers.NONE) {
        continue;
      }
      if (calls.handling().isImplied()) {
        implied.put(
            numbers.called(i),
            new DirectCalls.Implied(
                calls.times(),
                calls.isUncaught(),
                calls.handling() == WovenClass.Handling.IMPLIED));
      } else if (calls.handling() == WovenClass.Handling.COUNTED) {
        counted.add(numbers.called(i));
        if (!calls.isUncaught()) {
          caught.add(numbers.called(i));
        }
      }
    }
    if (!implied.isEmpty()) {
      known.implies(numbers.own(), implied);
    }
    if (isProbed) {
      known.counts(numbers.own(), counted, caught);
    }
  }
}
