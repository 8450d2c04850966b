package dev.tare.agent.weave;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import dev.tare.runtime.tree.Tiers;
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
  private final BitSet nodesByEntryAlone = new BitSet();
  private volatile boolean isAnyWithoutNodes;

  private final MethodTiers tiers = new MethodTiers();

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
   * @param ofNext with which the next run begins
   * @param registry of this plan's methods
   */
  public ProbePlan ofNextRun(InitialTiers ofNext, MethodRegistry registry) {
    ProbePlan next = new ProbePlan(ofNext, ofCounted, false);
    for (int method = 0; method < count(); method++) {
      CodeTraits code = code(method);
      if (code != null) {
        next.add(method, code, ofNext.of(registry.traits(method, code)));
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
      nodesByEntryAlone.set(method, probes(method) == Probes.ENTRY);
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
    return knows(method) && !tiers.tier(method).hasNodes();
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
      CodeTraits code = code(numbers.own());
      if (code != null && initial.isInTurn(code)) {
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
   * @param callsNothing as in {@link CodeTraits}, of the class that is being woven
   * @param shown what its class file says of it, where that is asked for
   */
  Probes probes(int method, boolean callsNothing, Supplier<MethodTraits> shown) {
    if (initial == null) {
      return Probes.PAIR;
    }
    if (!knows(method)) {
      MethodTraits seen = shown.get();
      add(method, seen.code(), initial.of(seen)); // Not under the lock: it may wait for a file.
    }
    Probes probes = probes(method);
    // Another loader's class of the name, or a redefined one, may call where the first did not.
    return probes == Probes.ENTRY && !callsNothing ? ofCounted : probes;
  }

  /** Whether a class with the method was woven, and the method has a tier of its own. */
  public synchronized boolean knows(int method) {
    return tiers.knows(method);
  }

  /**
   * Whether a method has its tier when its caller's class is woven. In a plan of the next run,
   * numbers tell in which order classes are loaded.
   */
  boolean knowsBefore(int method, int caller) {
    return knows(method) && (isOfThisRun || method < caller);
  }

  private synchronized void add(int method, CodeTraits code, Tier tier) {
    if (knows(method)) {
      return; // Another loader's class of the same name has come before.
    }
    tiers.add(method, code, tier);
    note(method, tier);
    if (isOfThisRun) {
      Tiers.setCounted(method, tier == Tier.COUNTED);
    }
  }

  /** Of a known method, with the code that was seen first. */
  private synchronized Probes probes(int method) {
    return switch (tiers.tier(method)) {
      case TIMED -> Probes.PAIR;
      case COUNTED -> tiers.callsNothing(method) ? Probes.ENTRY : ofCounted;
      case FLAT -> Probes.FLAT;
      case MERGED -> Probes.NONE;
    };
  }

  /** Whether an entry alone makes nodes of a method's calls, or made the last ones it has. */
  synchronized boolean hasNodesByEntryAlone(int method) {
    return nodesByEntryAlone.get(method);
  }

  /** Methods up to this number, exclusive, may have a tier. */
  public synchronized int count() {
    return tiers.count();
  }

  /** What the class file says of a method's code; null where no class with it was woven yet. */
  public synchronized @Nullable CodeTraits code(int method) {
    return tiers.code(method);
  }

  /** The tier of a method; {@link Tier#TIMED} where it has not been decided. */
  public synchronized Tier tier(int method) {
    return tiers.tier(method);
  }

  /**
   * The tier with the fewest probes that a method ever had: what can be said of its figures. One
   * that was merged for a while has not all of its calls, whatever its tier is now.
   */
  public synchronized Tier lowestTier(int method) {
    return tiers.lowest(method);
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
    Probes before = probes(method);
    tiers.set(method, tier);
    note(method, tier);
    Tiers.setCounted(method, tier == Tier.COUNTED);
    Probes after = probes(method);
    return after != before && !(before == Probes.PAIR && after == Probes.COUNTED);
  }

  /**
   * Takes back what {@link #set} did, where no class was woven with it.
   *
   * @param tier what {@link #tier} was before
   * @param lowest what {@link #lowestTier} was before
   */
  public synchronized void restore(int method, Tier tier, Tier lowest) {
    set(method, tier);
    tiers.set(method, tier, lowest);
  }
}
