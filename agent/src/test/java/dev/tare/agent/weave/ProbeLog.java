package dev.tare.agent.weave;

import dev.tare.runtime.tree.CallNode;
import java.util.ArrayList;
import java.util.List;

/** Stands in for the probes, and writes down how it was called. */
public final class ProbeLog {
  private static final List<String> EVENTS = new ArrayList<>();
  private static int open;

  private ProbeLog() {}

  static List<String> take() {
    List<String> events = List.copyOf(EVENTS);
    EVENTS.clear();
    open = 0;
    return events;
  }

  /** Begins a call. */
  public static int enter(int id) {
    EVENTS.add("enter " + id);
    return open++;
  }

  /** Counts a call. */
  public static void count(int id) {
    EVENTS.add("count " + id);
  }

  /** Adds calls that the open call counted. */
  public static void add(long calls, int id) {
    EVENTS.add("add " + calls + " of " + callee(id));
  }

  /** The same where an exception leaves the open call. */
  public static Throwable addThrown(Throwable thrown, long calls, int id) {
    EVENTS.add("add " + calls + " of " + callee(id) + " thrown");
    return thrown;
  }

  private static int callee(int id) {
    return (id & ~CallNode.COUNTED_BY_CALLER) >> 1;
  }

  /** Ends a call that returns. */
  public static void exit(int parent, int id) {
    EVENTS.add("exit from " + id + " to " + parent);
    open = parent;
  }

  /** Begins a call without a reading. */
  public static int enterCounted(int id) {
    EVENTS.add("enter counted " + id);
    return open++;
  }

  /** Ends a call without a reading that returns. */
  public static void exitCounted(int parent, int id) {
    EVENTS.add("exit counted from " + id + " to " + parent);
    open = parent;
  }

  /** Ends a call without a reading that an exception leaves. */
  public static Throwable exitCountedExceptionally(Throwable thrown, int parent) {
    EVENTS.add("exception counted to " + parent);
    open = parent;
    return thrown;
  }

  /** Ends a call that an exception leaves. */
  public static Throwable exitExceptionally(Throwable thrown, int parent) {
    EVENTS.add("exception to " + parent);
    open = parent;
    return thrown;
  }

  /** Goes on in a call that caught something. */
  public static void caught(int parent, int id) {
    EVENTS.add("caught in " + id + " of " + parent);
    open = parent + 1;
  }
}
