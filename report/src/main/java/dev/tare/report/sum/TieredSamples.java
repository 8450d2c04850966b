package dev.tare.report.sum;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.SampledTier;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Trees of samples in which a method with two tiers is two methods, so that trees can be laid over
 * each other without mixing these.
 */
public final class TieredSamples {
  private static final int TIERS = SampledTier.values().length;

  private TieredSamples() {}

  /** How many methods that are a method and a tier there are of so many methods. */
  public static int methods(int methods) {
    return TIERS * methods;
  }

  /**
   * The numbers that methods' numbers stand for, of methods that are a method and a tier; a number
   * below 0 stays as it is.
   */
  public static IntUnaryOperator numbers(IntUnaryOperator ofMethods) {
    return tiered -> {
      int number = ofMethods.applyAsInt(tiered / TIERS);
      return number < 0 ? number : TIERS * number + tiered % TIERS;
    };
  }

  /** For methods that are a method and a tier the same ones, with this tier where it is lower. */
  public static IntUnaryOperator lowered(IntFunction<SampledTier> tierOf) {
    return tiered -> {
      int method = tiered / TIERS;
      return TIERS * method + Math.max(tiered % TIERS, tierOf.apply(method).number());
    };
  }

  /** For each method and tier the number that a method's number stands for. */
  static int[] numbers(int[] ofMethods) {
    int[] numbers = new int[TIERS * ofMethods.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = TIERS * ofMethods[i / TIERS] + i % TIERS;
    }
    return numbers;
  }

  /** The tree with methods that are a method and a tier. */
  public static CallTree apart(CallTree tree) {
    CallTreeBuilder apart = new CallTreeBuilder();
    apart.samples(0, tree.samples(0));
    for (int node = 1; node < tree.size(); node++) {
      int method = TIERS * tree.method(node) + tree.tier(node).number();
      apart.samples(apart.add(tree.parent(node), method), tree.samples(node));
    }
    return apart.build();
  }

  /** The tree of which {@link #apart} made this. */
  public static CallTree together(CallTree apart) {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.samples(0, apart.samples(0));
    for (int node = 1; node < apart.size(); node++) {
      int copy = tree.add(apart.parent(node), apart.method(node) / TIERS);
      tree.samples(copy, apart.samples(node));
      tree.tier(copy, SampledTier.of(apart.method(node) % TIERS));
    }
    return tree.build();
  }
}
