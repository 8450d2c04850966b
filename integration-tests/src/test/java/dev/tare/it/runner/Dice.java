package dev.tare.it.runner;

import java.util.SplittableRandom;

/** What a random program does next; the same for the same seed. Not for several threads. */
public final class Dice {
  private final SplittableRandom random;
  private final int deepest;
  private int callsLeft;
  private int depth;

  /** The calls of that many methods at most so deep. */
  public Dice(long seed, int calls, int deepest) {
    this.random = new SplittableRandom(seed);
    this.callsLeft = calls;
    this.deepest = deepest;
  }

  /** Whether there are calls left to make. */
  public boolean hasCallsLeft() {
    return callsLeft > 0;
  }

  /**
   * Whether the method that asks shall call another one; if so, it must, and say when it came back.
   */
  public boolean callsAnother() {
    boolean calls = callsLeft > 0 && depth < deepest && random.nextInt(100) < 62;
    if (calls) {
      callsLeft--;
      depth++;
    }
    return calls;
  }

  /** The call came back. */
  public void cameBack() {
    depth--;
  }

  /** One of so many ways, from 0. */
  public int oneOf(int ways) {
    return random.nextInt(ways);
  }
}
