package dev.tare.bench.work;

/** A simulation of customers and clerks: a heap of events, small objects, getters and setters. */
public final class EventQueue implements Work {
  private static final int EVENTS = 60_000;
  private static final int CUSTOMERS = 200;

  @Override
  public long round() {
    Heap heap = new Heap(CUSTOMERS + 1);
    for (int i = 0; i < CUSTOMERS; i++) {
      heap.add(new Event(i, i % 3));
    }
    long sum = 0;
    for (int i = 0; i < EVENTS; i++) {
      Event event = heap.take();
      sum = sum * 31 + event.time();
      event.delay(1 + (event.time() * 7 + event.kind()) % 97);
      heap.add(event);
    }
    return sum;
  }

  /** Something that happens. */
  static final class Event {
    private long time;
    private final int kind;

    Event(long time, int kind) {
      this.time = time;
      this.kind = kind;
    }

    long time() {
      return time;
    }

    int kind() {
      return kind;
    }

    void delay(long by) {
      time += by;
    }

    boolean isBefore(Event other) {
      return time() < other.time() || (time() == other.time() && kind() < other.kind());
    }
  }

  /** The earliest first. */
  static final class Heap {
    private final Event[] events;
    private int size;

    Heap(int capacity) {
      events = new Event[capacity];
    }

    void add(Event event) {
      int at = size++;
      while (at > 0 && event.isBefore(events[parent(at)])) {
        set(at, events[parent(at)]);
        at = parent(at);
      }
      set(at, event);
    }

    Event take() {
      Event first = events[0];
      Event last = events[--size];
      int at = 0;
      int child = lesserChild(at);
      while (child < size && events[child].isBefore(last)) {
        set(at, events[child]);
        at = child;
        child = lesserChild(at);
      }
      set(at, last);
      return first;
    }

    private int lesserChild(int at) {
      int left = 2 * at + 1;
      return left + 1 < size && events[left + 1].isBefore(events[left]) ? left + 1 : left;
    }

    private static int parent(int at) {
      return (at - 1) / 2;
    }

    private void set(int at, Event event) {
      events[at] = event;
    }
  }
}
