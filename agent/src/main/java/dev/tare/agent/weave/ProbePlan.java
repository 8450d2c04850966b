package dev.tare.agent.weave;

import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import dev.tare.runtime.tree.Tiers;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tier of each method, by its number: what is woven into it, and what its probes do. A class
 * that is woven again, by whomever, gets what stands here.
 *
 * <p>Written by threads that load classes and by the one that changes tiers; read by all.
 */
public final class ProbePlan {
  /** What is woven into a method. */
  enum Probes {
    /** An entry, exits and handlers, which serve timed and counted methods. */
    PAIR,
    /** An entry, exits and handlers that take no reading. */
    COUNTED,
    /** The entry alone. */
    ENTRY,
    /** An entry that counts the call for its method, and not for its context. */
    FLAT,
    /** Nothing. */
    NONE;

    /** Whether each call has a node, which is open until it ends unless the entry is alone. */
    boolean makeNodes() {
      return this != FLAT && this != NONE;
    }
  }

  /** Null: every method is timed, for good. */
  private final @Nullable InitialTiers initial;

  /** What is woven into counted methods that call others. */
  private final Probes ofCounted;

  /** Whether probes of this run look up what is counted only. */
  private final boolean isOfThisRun;

  private final DirectCalls directCalls = new DirectCalls();
  private final BitSet everHadNodes = new BitSet();
  private volatile boolean isAnyWithoutNodes;

  private MethodTraits[] traits = new MethodTraits[0];
  private Tier[] tiers = new Tier[0];
  private Tier[] lowest = new Tier[0];
  private int count;

  private ProbePlan(@Nullable InitialTiers initial, Probes ofCounted, boolean isOfThisRun) {
    this.initial = initial;
    this.ofCounted = ofCounted;
    this.isOfThisRun = isOfThisRun;
  }

  /** A plan that times every method. */
  public static ProbePlan everythingTimed() {
    return new ProbePlan(null, Probes.PAIR, true);
  }

  /**
   * A plan in which methods begin with these tiers, and may be given others.
   *
   * @param countsWithoutReading whether counted methods that call others have probes of their own,
   *     as in full mode
   */
  public static ProbePlan beginningWith(InitialTiers initial, boolean countsWithoutReading) {
    return new ProbePlan(initial, countsWithoutReading ? Probes.COUNTED : Probes.PAIR, true);
  }

  /**
   * The plan with which the next run begins, for classes that are woven ahead. It is right if the
   * next run loads the same classes in the same order.
   *
   * @param tiers with which the next run begins
   */
  public ProbePlan ofNextRun(InitialTiers tiers) {
    ProbePlan next = new ProbePlan(tiers, ofCounted, false);
    for (int method = 0; method < count(); method++) {
      MethodTraits known = traits(method);
      if (known != null) {
        next.add(method, known, tiers.of(known));
      }
    }
    return next;
  }

  /** What is known of calls to methods without probes. */
  public DirectCalls directCalls() {
    return directCalls;
  }

  /** Whether a method's calls have nodes, or had some, as far as tiers go. */
  public synchronized boolean everHadNodes(int method) {
    return everHadNodes.get(method);
  }

  private void note(int method, Tier tier) {
    if (tier.hasNodes()) {
      everHadNodes.set(method);
    } else {
      isAnyWithoutNodes = true;
    }
  }

  /** Whether there is or will be a method without nodes, as far as is known. */
  boolean mayLackNodes() {
    return isAnyWithoutNodes || (initial != null && initial.willAnyLackNodes());
  }

  /** Whether nothing is woven into a method that makes nodes of its calls. */
  synchronized boolean lacksNodes(int method) {
    return knows(method) && !tiers[method].hasNodes();
  }

  /** Whether a method of a class that was not woven yet is going to begin without nodes. */
  boolean willLackNodes(MethodRegistry.Key method) {
    return initial != null
        && initial.willLackNodes(
            method.className().replace('/', '.'), method.name() + method.descriptor());
  }

  /** Whether {@link InitialTiers#isInTurn} holds for any of these methods. */
  boolean isAnyInTurn(List<MethodNumbers> methods) {
    if (initial == null) {
      return false;
    }
    for (MethodNumbers numbers : methods) {
      MethodTraits method = traits(numbers.own());
      if (method != null && initial.isInTurn(method)) {
        return true;
      }
    }
    return false;
  }

  /** Whether tiers can differ from {@link Tier#TIMED}. */
  public boolean hasTiers() {
    return initial != null;
  }

  /**
   * What is to be woven into a method, whose tier is decided now if it is new.
   *
   * @param method its number
   * @param shown what its class file says of it, where that is asked for
   */
  Probes probes(int method, Supplier<MethodTraits> shown) {
    if (initial == null) {
      return Probes.PAIR;
    }
    if (!knows(method)) {
      MethodTraits seen = shown.get();
      add(method, seen, initial.of(seen)); // Not under the lock: it may wait for a file.
    }
    return probes(method);
  }

  private synchronized boolean knows(int method) {
    return method < count && traits[method] != null;
  }

  /**
   * Whether a method has its tier when its caller's class is woven. In a plan of the next run,
   * numbers tell in which order classes are loaded.
   */
  boolean knowsBefore(int method, int caller) {
    return knows(method) && (isOfThisRun || method < caller);
  }

  private synchronized void add(int method, MethodTraits seen, Tier tier) {
    if (knows(method)) {
      return; // Another loader's class of the same name has come before.
    }
    if (method >= traits.length) {
      int length = Math.max(method + 1, 2 * traits.length);
      traits = Arrays.copyOf(traits, length);
      tiers = Arrays.copyOf(tiers, length);
      lowest = Arrays.copyOf(lowest, length);
    }
    count = Math.max(count, method + 1);
    traits[method] = seen;
    tiers[method] = tier;
    lowest[method] = tier;
    note(method, tier);
    if (isOfThisRun) {
      Tiers.setCounted(method, tier == Tier.COUNTED);
    }
  }

  private synchronized Probes probes(int method) {
    return probes(tiers[method], traits[method]);
  }

  /** Whether an entry that makes nodes is all that is woven into a method. */
  synchronized boolean hasEntryAlone(int method) {
    return knows(method) && probes(method) == Probes.ENTRY;
  }

  private Probes probes(Tier tier, MethodTraits of) {
    return switch (tier) {
      case TIMED -> Probes.PAIR;
      case COUNTED -> of.callsNothing() ? Probes.ENTRY : ofCounted;
      case FLAT -> Probes.FLAT;
      case MERGED -> Probes.NONE;
    };
  }

  /** Methods up to this number, exclusive, may have a tier. */
  public synchronized int count() {
    return count;
  }

  /** What the class file says of a method; null where no class with it was woven yet. */
  public synchronized @Nullable MethodTraits traits(int method) {
    return method < count ? traits[method] : null;
  }

  /** The tier of a method; {@link Tier#TIMED} where it has not been decided. */
  public synchronized Tier tier(int method) {
    return method < count && traits[method] != null ? tiers[method] : Tier.TIMED;
  }

  /**
   * The tier with the fewest probes that a method ever had: what can be said of its figures. One
   * that was merged for a while has not all of its calls, whatever its tier is now.
   */
  public synchronized Tier lowestTier(int method) {
    return method < count && traits[method] != null ? lowest[method] : Tier.TIMED;
  }

  /**
   * Gives a method another tier. Where the same probes serve both tiers it holds at once, otherwise
   * for classes that are woven from here on.
   *
   * @return whether its class must be woven again
   */
  public synchronized boolean set(int method, Tier tier) {
    if (!knows(method)) {
      throw new IllegalArgumentException("no method has the number " + method);
    }
    Probes before = probes(tiers[method], traits[method]);
    tiers[method] = tier;
    note(method, tier);
    lowest[method] = tier.isBelow(lowest[method]) ? tier : lowest[method];
    Tiers.setCounted(method, tier == Tier.COUNTED);
    Probes after = probes(tier, traits[method]);
    return after != before && !(before == Probes.PAIR && after == Probes.COUNTED);
  }
}
