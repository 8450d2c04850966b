package dev.tare.agent.control;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.ProbeSamples;
import dev.tare.agent.budget.ProgramView;
import dev.tare.agent.budget.Tier;
import dev.tare.agent.hotspot.CompiledMethods;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.samples.ExecutionSamples;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.WeavingTime;
import dev.tare.profile.MethodInfo;
import dev.tare.runtime.thread.CallCounts;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** This program, as the budget's controller sees it. */
public final class ProfiledProgram implements ProgramView {
  /** Who ends sooner never has the flight recorder initialised, which takes a third of a second. */
  private static final long SAMPLED_FROM_NANOS = 8_000_000_000L;

  private final ProbePlan plan;
  private final MethodRegistry registry;
  private final Optional<CpuSampler> sampler;
  private final Optional<ExecutionSamples> executionSamples;
  private final boolean measuresTime;
  private final IntSupplier recording;
  private final ApplicationCpuClock clock = new ApplicationCpuClock();
  private long cpuNanos;

  /**
   * The program whose methods have these numbers and tiers.
   *
   * @param measuresTime whether readings are in nanoseconds
   * @param recording as {@link ProgramView#recording}
   */
  public ProfiledProgram(
      ProbePlan plan,
      MethodRegistry registry,
      Optional<CpuSampler> sampler,
      Optional<ExecutionSamples> executionSamples,
      boolean measuresTime,
      IntSupplier recording) {
    this.plan = plan;
    this.registry = registry;
    this.sampler = sampler;
    this.executionSamples = executionSamples;
    this.measuresTime = measuresTime;
    this.recording = recording;
  }

  @Override
  public synchronized long cpuNanos() {
    long weaving = WeavingTime.nanos(); // Before: what is counted as weaving is in the CPU time.
    // Never less than before: a class that is being woven counts as work until it is woven.
    cpuNanos = Math.max(cpuNanos, clock.nanos() - weaving);
    return cpuNanos;
  }

  @Override
  public long weavingNanos() {
    return WeavingTime.nanos();
  }

  @Override
  public int recording() {
    return recording.getAsInt();
  }

  @Override
  public Reading read() {
    CallCounts counts = CallCounts.read(plan.count());
    return reading(counts, cpuNanos(), compilerNanos());
  }

  @Override
  public Reading readTrees() {
    CallCounts counts = CallCounts.read(plan.count());
    long measured = measuresTime ? counts.measured() : 0;
    // Time of readings may have waits in it of which nothing is known.
    long cpuNanos = clock.hasLooked() ? Math.min(measured, cpuNanos()) : measured;
    return reading(counts, cpuNanos, Reading.NOT_KNOWN);
  }

  private static Reading reading(CallCounts counts, long cpuNanos, long compilerNanos) {
    long[] calls = counts.calls();
    BitSet roots = new BitSet();
    for (int method = 0; method < calls.length; method++) {
      roots.set(method, counts.isRoot(method));
    }
    return new Reading(cpuNanos, calls, counts.self(), roots, compilerNanos, Instant.now());
  }

  @Override
  public ProbeSamples samples(Instant from, Instant to, boolean isWarm) {
    if (executionSamples.isPresent()) {
      return cpuNanos() < SAMPLED_FROM_NANOS
          ? ProbeSamples.NONE
          : executionSamples.get().between(from, to, isWarm);
    }
    return sampler.map(taken -> taken.counted(from, to)).orElse(ProbeSamples.NONE);
  }

  @Override
  public boolean areSamplesBehind() {
    return sampler.map(CpuSampler::isBehind).orElse(false)
        || executionSamples.map(ExecutionSamples::isBehind).orElse(false);
  }

  @Override
  public BitSet compiled() {
    BitSet compiled = new BitSet();
    CompiledMethods.read(
        (className, name, descriptor) -> {
          int number = registry.number(new MethodInfo(className, name, descriptor, null, 0));
          if (number != MethodRegistry.UNKNOWN) {
            compiled.set(number);
          }
        });
    return compiled;
  }

  private static long compilerNanos() {
    if (ModuleLayer.boot().findModule("java.management").isEmpty()) {
      return Reading.NOT_KNOWN;
    }
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    return compilers != null && compilers.isCompilationTimeMonitoringSupported()
        ? TimeUnit.MILLISECONDS.toNanos(compilers.getTotalCompilationTime())
        : Reading.NOT_KNOWN;
  }

  /** What no plan is made for, such as a method of a class that is not loaded yet, stays so. */
  @Override
  public MethodTraits traits(int method) {
    return registry.traits(method, code(method));
  }

  @Override
  public CodeTraits code(int method) {
    CodeTraits known = plan.code(method);
    return known == null ? CodeTraits.UNKNOWN : known;
  }

  @Override
  public Tier tier(int method) {
    return plan.knows(method) ? plan.tier(method) : Tier.MERGED;
  }
}
