package dev.tare.runtime.calibration;

import dev.tare.runtime.config.CategoryScheme;
import dev.tare.runtime.config.Settings;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The kinds of intervals that overheads are told apart by: the two events that bound the interval,
 * and how the methods involved were running.
 *
 * <p>A key packs six parts: whether the called method's node had to be looked up, the first event,
 * the kind of the method that it came from, the kind of the method on top during the interval, the
 * second event, and the kind of the method that it leads to. Keys that were met are numbered in
 * that order, so that the tables of a thread stay as short as what occurs.
 */
public final class Category {
  /** How many keys there could be. */
  public static final int KEYS = 1 << (3 + 3 * Kind.BITS);

  private static final int SECOND_SHIFT = Kind.BITS;
  private static final int ON_TOP_SHIFT = SECOND_SHIFT + 1;
  private static final int FROM_SHIFT = ON_TOP_SHIFT + Kind.BITS;
  private static final int FIRST_SHIFT = FROM_SHIFT + Kind.BITS;

  /**
   * Part of a key whose second event is the entry of a method that was none of its caller's two
   * hottest: the interval holds the lookup, a few nanoseconds.
   */
  public static final int LOOKUP = 1 << (FIRST_SHIFT + 1);

  /**
   * The prefix of an interval that begins with no event: a thread's first, and that in which a
   * virtual thread came back on a carrier.
   */
  public static final int START_PREFIX = prefix(true, Kind.OTHER, Kind.OTHER);

  private static final CategoryNumbers MET = new CategoryNumbers(KEYS);

  /** What probes read. */
  private static final short[] NUMBERS = MET.numbers;

  private Category() {}

  /** The part of a key that the interval's first event makes: an exit, or an entry. */
  @ForceInline
  public static int prefix(boolean isExit, int from, int onTop) {
    return ((isExit ? 1 : 0) << FIRST_SHIFT) | (from << FROM_SHIFT) | (onTop << ON_TOP_SHIFT);
  }

  /** The number of the category with this prefix, whose second event is an exit, or an entry. */
  @ForceInline
  public static int number(int prefix, boolean isExit, int to) {
    return number(prefix | ((isExit ? 1 : 0) << SECOND_SHIFT) | to);
  }

  /** The number of the category of this key. */
  @ForceInline
  public static int number(int key) {
    int number = NUMBERS[key];
    return number >= 0 ? number : newNumber(key);
  }

  /** A key has the number of the coarser one that stands for it. */
  @DontInline
  private static int newNumber(int key) {
    return MET.give(key, coarse(key, Settings.categories()));
  }

  /** The key with the parts left out that the scheme does not look at. */
  private static int coarse(int key, CategoryScheme scheme) {
    int first = key & (1 << FIRST_SHIFT);
    int from = key & (Kind.MASK << FROM_SHIFT);
    int onTop = key & (Kind.MASK << ON_TOP_SHIFT);
    // No switch: on an enum it would make a class more for the boot class path.
    if (scheme == CategoryScheme.FULL) {
      return key;
    }
    if (scheme == CategoryScheme.PAIRS) {
      return first | from | onTop;
    }
    return scheme == CategoryScheme.KINDS ? first | onTop : first;
  }

  /** Whether the interval begins with no event, but with the thread. */
  static boolean beginsAThread(int key) {
    return ((key & ~LOOKUP) >> ON_TOP_SHIFT << ON_TOP_SHIFT) == START_PREFIX;
  }

  /** How many categories have been met. */
  public static int count() {
    return MET.count();
  }

  /** The key of the category of these events and kinds. */
  public static int key(boolean beginsWithExit, int from, int onTop, boolean endsWithExit, int to) {
    return prefix(beginsWithExit, from, onTop) | ((endsWithExit ? 1 : 0) << SECOND_SHIFT) | to;
  }

  /** The key of a leaf call's interval, from a statically bound caller compiled by C2. */
  public static int ofLeaf(int kind) {
    return key(false, Kind.C2_STATIC, kind, true, Kind.C2_STATIC);
  }

  /** The key of a category. */
  public static int key(int number) {
    return MET.key(number);
  }

  /** Whether the interval begins with an exit. */
  public static boolean beginsWithExit(int key) {
    return (key >> FIRST_SHIFT & 1) != 0;
  }

  /** Whether the second event is an entry whose node was looked up. */
  public static boolean hasLookup(int key) {
    return (key & LOOKUP) != 0;
  }

  /** The same category, no node looked up. */
  static int withoutLookup(int key) {
    return key & ~LOOKUP;
  }

  /** Whether C2 compiled all methods that the category is about. */
  public static boolean isOfC2(int key) {
    return Kind.isOfC2(from(key)) && Kind.isOfC2(onTop(key)) && Kind.isOfC2(to(key));
  }

  /** Whether the interval ends with an exit. */
  public static boolean endsWithExit(int key) {
    return (key >> SECOND_SHIFT & 1) != 0;
  }

  /** The kind of the method that the first event came from. */
  public static int from(int key) {
    return key >> FROM_SHIFT & Kind.MASK;
  }

  /** The kind of the method to which the interval belongs. */
  public static int onTop(int key) {
    return key >> ON_TOP_SHIFT & Kind.MASK;
  }

  /** The kind of the method that the second event leads to. */
  public static int to(int key) {
    return key & Kind.MASK;
  }
}
