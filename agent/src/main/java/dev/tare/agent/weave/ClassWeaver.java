package dev.tare.agent.weave;

import dev.tare.agent.budget.InitialTiers;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.MethodNode;

/**
 * Adds the probes to the methods of a class, of those that have code and that the filter includes.
 */
final class ClassWeaver {
  private final ClassFilter filter;
  private final MethodRegistry registry;
  private final SkippedMethods skipped;
  private final ProbePlan plan;
  private final WovenClassCache cache;
  private final ProbeInserter inserter;
  private final TurnsOfClasses turns = new TurnsOfClasses();

  /**
   * A weaver.
   *
   * @param cache of classes that were woven in earlier runs
   */
  ClassWeaver(
      ClassFilter filter,
      MethodRegistry registry,
      SkippedMethods skipped,
      ProbePlan plan,
      WovenClassCache cache) {
    this(
        filter,
        registry,
        skipped,
        plan,
        cache,
        (owner, method, id, probes, version) ->
            new MethodWeaver(owner, method, id, probes, version).weave());
  }

  /** A weaver whose methods are woven by somebody else than {@link MethodWeaver}, and timed all. */
  ClassWeaver(
      ClassFilter filter, MethodRegistry registry, SkippedMethods skipped, ProbeInserter inserter) {
    this(filter, registry, skipped, ProbePlan.everythingTimed(), WovenClassCache.none(), inserter);
  }

  private ClassWeaver(
      ClassFilter filter,
      MethodRegistry registry,
      SkippedMethods skipped,
      ProbePlan plan,
      WovenClassCache cache,
      ProbeInserter inserter) {
    this.filter = filter;
    this.registry = registry;
    this.skipped = skipped;
    this.plan = plan;
    this.cache = cache;
    this.inserter = inserter;
  }

  /** Adds the probes to one method, as {@link MethodWeaver#weave} does. */
  @FunctionalInterface
  interface ProbeInserter {
    void weave(
        String owner, MethodNode method, int id, MethodWeaver.ProbePair probes, int classVersion);
  }

  /**
   * The woven class file, or null where nothing is to be woven. A method that the weaver cannot
   * cope with stays as it was.
   *
   * @param owner internal name of the class
   * @param origin where the class came from
   * @throws RuntimeException where the class file is beyond ASM or beyond the format's limits
   */
  byte @Nullable [] weave(String owner, byte[] classFile, String origin) {
    boolean isCached = cache.isUsed() && !ClassDecisions.isKernel(owner);
    // Only tiers and kept classes depend on what a class file contains.
    WovenClassCache.Key key =
        plan.hasTiers()
            ? WovenClassCache.Key.of(owner, classFile)
            : new WovenClassCache.Key(owner, 0, classFile.length);
    WovenClass known = isCached ? cache.find(key, classFile) : null;
    if (known != null) {
      ClassDecisions decisions = decisions(owner, known.checksum, origin);
      List<MethodNumbers> numbers = decisions.numbersFor(known);
      if (numbers != null) {
        decisions.used(known, numbers, skipped);
        keepForTurn(key, classFile, origin, numbers);
        return known.withNumbers(numbers);
      }
    }
    // What is kept has to tell of all calls, for another run may have methods without probes.
    boolean seeksCalls = isCached || plan.mayLackNodes();
    ClassReader reader = new ClassReader(classFile);
    ClassOutline outline = new ClassOutline(reader, classFile.length);
    ClassDecisions decisions = decisions(owner, outline.checksum, origin);
    ClassRewriter.Result made =
        ClassRewriter.weave(reader, outline, filter, decisions, inserter, seeksCalls);
    if (isCached && tellsAboutNames(made.woven())) {
      cache.put(key, classFile, made.woven());
      keepForTurn(key, classFile, origin, made.numbers());
    }
    decisions.used(made.woven(), made.numbers(), skipped);
    return made.woven().withNumbers(made.numbers());
  }

  private ClassDecisions decisions(String owner, int checksum, String origin) {
    return new ClassDecisions(owner, checksum, origin, filter, registry, plan);
  }

  private void keepForTurn(
      WovenClassCache.Key key, byte[] classFile, String origin, List<MethodNumbers> methods) {
    if (plan.isAnyInTurn(methods)) {
      turns.keep(key, classFile, origin);
    }
  }

  /**
   * Weaves the classes whose methods get other tiers in the next run because their turn begins or
   * ends, so that the next start need not weave them.
   *
   * @param next how the next run begins; asked for where there are such classes
   */
  void weaveForNextRun(Supplier<InitialTiers> next) {
    if (!turns.isEmpty()) {
      ProbePlan ofNext = plan.ofNextRun(next.get(), registry);
      turns.weave(new ClassWeaver(filter, registry, new SkippedMethods(), ofNext, cache));
    }
  }

  /** Where no method is included, the filter would not learn that there are others. */
  private boolean tellsAboutNames(WovenClass woven) {
    return !woven.methods.isEmpty() || filter.included().isEmpty();
  }
}
