package dev.tare.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The kinds of intervals that overheads are told apart by: the two events that bound the interval,
 * and how the methods involved were running.
 *
 * <p>A key packs six parts: whether the called method's node had to be searched, the first event,
 * the kind of the method that it came from, the kind of the method on top during the interval, the
 * second event, and the kind of the method that it leads to. Keys that were met are numbered in
 * that order, so that the tables of a thread stay as short as what occurs.
 */
public final class Category {
  static final int ENTRY = 0;
  static final int EXIT = 1;

  /** How many keys there could be. */
  public static final int KEYS = 1 << (3 + 3 * Kind.BITS);

  private static final int SECOND_SHIFT = Kind.BITS;
  private static final int ON_TOP_SHIFT = SECOND_SHIFT + 1;
  private static final int FROM_SHIFT = ON_TOP_SHIFT + Kind.BITS;
  private static final int FIRST_SHIFT = FROM_SHIFT + Kind.BITS;

  /**
   * Part of a key whose second event is the entry of a method that was none of its caller's two
   * hottest: the interval holds the search, a few nanoseconds.
   */
  static final int SEARCHED = 1 << (FIRST_SHIFT + 1);

  /**
   * What a thread's first interval begins with: its root has just been left by nobody; and that in
   * which a virtual thread came back on a carrier.
   */
  static final int FIRST_HALF = half(EXIT, Kind.OTHER, Kind.OTHER);

  /** Part of a first half whose entry was {@linkplain Drain drained}. */
  static final int DRAINED = KEYS;

  /**
   * What is added to the number of an interval's category where its entry was drained: no table
   * goes so far, so nothing is taken off it at once.
   */
  private static final int DRAINED_NUMBERS = 1 << 12;

  private static final short UNNUMBERED = -1;
  private static final short[] NUMBERS = new short[2 * KEYS];
  private static final int[] KEY_OF = new int[KEYS];
  private static volatile int count;

  static {
    for (int key = 0; key < NUMBERS.length; key++) {
      NUMBERS[key] = UNNUMBERED;
    }
  }

  private Category() {}

  /** The part of a key that the interval's first event makes. */
  @ForceInline
  static int half(int first, int from, int onTop) {
    return (first << FIRST_SHIFT) | (from << FROM_SHIFT) | (onTop << ON_TOP_SHIFT);
  }

  /** The number of the category with this first half. */
  @ForceInline
  static int number(int half, int second, int to) {
    int key = half | (second << SECOND_SHIFT) | to;
    int number = NUMBERS[key];
    return number >= 0 ? number : newNumber(key);
  }

  /** A key that is coarser than others is numbered as the first of those that it stands for. */
  @DontInline
  private static synchronized int newNumber(int key) {
    if (key >= DRAINED) {
      NUMBERS[key] = (short) (DRAINED_NUMBERS + number(key - DRAINED, 0, 0));
      return NUMBERS[key];
    }
    int coarse = coarse(key, Settings.categories);
    if (NUMBERS[coarse] < 0) {
      KEY_OF[count] = coarse;
      NUMBERS[coarse] = (short) count;
      count = count + 1;
    }
    NUMBERS[key] = NUMBERS[coarse];
    return NUMBERS[coarse];
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

  /** Whether the entry that the interval began with was drained; of a number. */
  static boolean isDrained(int number) {
    return number >= DRAINED_NUMBERS;
  }

  /** The category's number, were it not drained. */
  static int undrained(int number) {
    return number & (DRAINED_NUMBERS - 1);
  }

  /** Whether the interval is of a call that calls nothing; of a number. */
  static boolean isOfLeaf(int number) {
    int key = KEY_OF[number];
    return !beginsWithExit(key) && endsWithExit(key);
  }

  /** Whether the interval begins with no event, but with the thread. */
  static boolean beginsAThread(int key) {
    return ((key & ~SEARCHED) >> ON_TOP_SHIFT << ON_TOP_SHIFT) == FIRST_HALF;
  }

  /** How many categories have been met. */
  public static int count() {
    return count;
  }

  /** The key of the category of these events and kinds. */
  public static int key(boolean beginsWithExit, int from, int onTop, boolean endsWithExit, int to) {
    return half(beginsWithExit ? EXIT : ENTRY, from, onTop)
        | ((endsWithExit ? EXIT : ENTRY) << SECOND_SHIFT)
        | to;
  }

  /** The key of the interval of a call that calls nothing, from a bound method compiled by C2. */
  public static int ofLeaf(int kind) {
    return key(false, Kind.C2_STATIC, kind, true, Kind.C2_STATIC);
  }

  /** The key of a category. */
  public static int key(int number) {
    return KEY_OF[number];
  }

  /**
   * How unlike two categories are: 0 for the same; a method that is bound instead of dispatched
   * counts least, one that runs otherwise more, most if it is the one on top; a search instead of
   * none more than that, and other events beyond all.
   */
  public static int distance(int key, int other) {
    int unlikeEvents =
        (beginsWithExit(key) == beginsWithExit(other) ? 0 : 1)
            + (endsWithExit(key) == endsWithExit(other) ? 0 : 1);
    return unlikeEvents * 1000
        + (isSearched(key) == isSearched(other) ? 0 : 300)
        + Kind.distance(onTop(key), onTop(other)) * 30
        + Kind.distance(from(key), from(other)) * 3
        + Kind.distance(to(key), to(other)) * 2;
  }

  /** Whether the interval begins with an exit. */
  public static boolean beginsWithExit(int key) {
    return (key >> FIRST_SHIFT & 1) == EXIT;
  }

  /** Whether the second event is an entry whose node was searched. */
  public static boolean isSearched(int key) {
    return (key & SEARCHED) != 0;
  }

  /** The same category, the node searched. */
  public static int searched(int key) {
    return key | SEARCHED;
  }

  /** The same category, no node searched. */
  static int unsearched(int key) {
    return key & ~SEARCHED;
  }

  /** The same category, had C2 compiled all that was compiled or interpreted. */
  public static int compiledByC2(int key) {
    int kinds =
        Kind.compiledByC2(from(key)) << FROM_SHIFT
            | Kind.compiledByC2(onTop(key)) << ON_TOP_SHIFT
            | Kind.compiledByC2(to(key));
    return events(key) | kinds;
  }

  /** Whether C2 compiled all methods that the category is about. */
  public static boolean isOfC2(int key) {
    return Kind.isOfC2(from(key)) && Kind.isOfC2(onTop(key)) && Kind.isOfC2(to(key));
  }

  /** The part of a key that does not say how methods ran. */
  public static int events(int key) {
    return key & (SEARCHED | 1 << FIRST_SHIFT | 1 << SECOND_SHIFT);
  }

  /** Whether the interval ends with an exit. */
  public static boolean endsWithExit(int key) {
    return (key >> SECOND_SHIFT & 1) == EXIT;
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
