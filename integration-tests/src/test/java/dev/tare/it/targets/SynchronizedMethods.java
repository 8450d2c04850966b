package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/**
 * Synchronized methods and blocks, left normally and by exceptions: every monitor is released, none
 * twice.
 */
public final class SynchronizedMethods {
  private int entered;

  private SynchronizedMethods() {}

  public static void main(String[] args) {
    SynchronizedMethods object = new SynchronizedMethods(); // assertCalls(1)
    object.method(false); // assertCalls(1)
    Check.that(Check.thrownBy(() -> object.method(true)) instanceof IllegalStateException);
    // assertCalls(main > lambda$main$*, 3, exceptions 3)
    // assertCalls(lambda$main$0 > method, 1, exceptions 1)
    object.block(false); // assertCalls(1)
    Check.that(Check.thrownBy(() -> object.block(true)) instanceof IllegalStateException);
    // assertCalls(lambda$main$1 > block, 1, exceptions 1)
    ofTheClass(false); // assertCalls(1)
    Check.that(Check.thrownBy(() -> ofTheClass(true)) instanceof IllegalStateException);
    // assertCalls(lambda$main$2 > ofTheClass, 1, exceptions 1)
    Check.equal(2, object.nested(new Object())); // assertCalls(1)
    Check.equal(6, object.entered);
    Check.that(!Thread.holdsLock(object));
    Check.that(!Thread.holdsLock(SynchronizedMethods.class));
  }

  private synchronized void method(boolean fail) {
    entered++;
    Check.that(Thread.holdsLock(this));
    failIf(fail); // assertCalls(2, exceptions 1)
  }

  private void block(boolean fail) {
    synchronized (this) {
      entered++;
      failIf(fail); // assertCalls(2, exceptions 1)
    }
    Check.that(!Thread.holdsLock(this));
  }

  private static synchronized void ofTheClass(boolean fail) {
    Check.that(Thread.holdsLock(SynchronizedMethods.class));
    failIf(fail); // assertCalls(2, exceptions 1)
  }

  private synchronized int nested(Object other) {
    entered++;
    synchronized (other) {
      synchronized (this) {
        entered++;
        return Thread.holdsLock(other) && Thread.holdsLock(this) ? 2 : 0;
      }
    }
  }

  private static void failIf(boolean fail) {
    if (fail) {
      throw new IllegalStateException();
    }
  }
}
