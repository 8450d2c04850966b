package dev.tare.it.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Does what it is told line by line, and prints what it has done. */
public final class Controlled {
  private static final int LEAVES = 3;
  private static final int STEPS = 1_000;

  private static volatile boolean busy;
  private static volatile CountDownLatch release = new CountDownLatch(1);
  static volatile long sink;

  private final List<Thread> threads = new ArrayList<>();
  private final List<Load> loads = new ArrayList<>();

  private Controlled() {}

  public static void main(String[] args) throws Exception {
    Controlled program = new Controlled();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    String line = in.readLine();
    while (line != null && !line.equals("end")) {
      String[] words = line.split(" ", -1);
      program.obey(words[0], words.length > 1 ? Integer.parseInt(words[1]) : 0);
      System.out.println("done " + line);
      line = in.readLine();
    }
  }

  private void obey(String word, int number) throws Exception {
    switch (word) {
      case "work" -> join(start("worker", () -> work(number)));
      case "hold" -> {
        release = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        threads.add(start("holder", () -> hold(held)));
        held.await();
      }
      case "virtual" -> {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
          all.add(startVirtual(() -> work(1)));
        }
        for (Thread thread : all) {
          join(thread);
        }
      }
      case "hold-virtual" -> {
        release = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(number);
        for (int i = 0; i < number; i++) {
          threads.add(startVirtual(() -> hold(held)));
        }
        held.await();
      }
      case "release" -> {
        release.countDown();
        for (Thread thread : threads) {
          join(thread);
        }
        threads.clear();
      }
      case "busy" -> {
        busy = true;
        for (int i = 0; i < number; i++) {
          Load load = new Load();
          loads.add(load);
          threads.add(start("busy-" + i, load));
        }
      }
      case "idle" -> {
        busy = false;
        obey("release", 0);
        System.out.println("steps " + loads.stream().mapToLong(load -> load.steps).sum());
        loads.clear();
      }
      case "break" -> {
        try {
          sink = Broken.VALUE;
        } catch (ExceptionInInitializerError e) {
          System.out.println("broken");
        }
      }
      case "paths" -> paths(number);
      case "burn" -> join(start("burner", () -> burn(number)));
      case "rounds" -> rounds(number);
      case "memory" -> System.out.println("memory " + classes() + " " + descriptors());
      default -> throw new IllegalArgumentException(word);
    }
  }

  /** Stops and starts the profiler, by the class that programs call. */
  private static void rounds(int count) throws ReflectiveOperationException {
    Class<?> profiler = Class.forName("dev.tare.api.Profiler");
    for (int i = 0; i < count; i++) {
      boolean both =
          (boolean) profiler.getMethod("stop").invoke(null)
              && (boolean) profiler.getMethod("start").invoke(null);
      if (!both) {
        throw new IllegalStateException("round " + i);
      }
    }
  }

  /** Those that are loaded, after a collection. */
  private static long classes() {
    System.gc();
    return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
  }

  private static long descriptors() throws IOException {
    Path folder = Path.of("/proc/self/fd");
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  /** No JVM weaves it again. */
  private static final class Broken {
    static final long VALUE = fail();

    private static long fail() {
      throw new IllegalStateException();
    }
  }

  private static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.start();
    return thread;
  }

  /** From JDK 21 on. */
  private static Thread startVirtual(Runnable task) throws ReflectiveOperationException {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }

  private static void join(Thread thread) throws InterruptedException {
    thread.join();
  }

  private static void work(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
    }
  }

  /** Uses its processor, for so many milliseconds of its CPU time. */
  static void burn(long millis) {
    while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < millis * 1_000_000) {
      for (int i = 0; i < STEPS; i++) {
        step();
      }
    }
  }

  private static void hold(CountDownLatch held) {
    held.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    step();
  }

  /** Twice as many paths a level. */
  private static void paths(int levels) {
    if (levels > 0) {
      left(levels - 1);
      right(levels - 1);
    }
  }

  private static void left(int levels) {
    paths(levels);
  }

  private static void right(int levels) {
    paths(levels);
  }

  private static void step() {
    for (int i = 0; i < LEAVES; i++) {
      leaf(i);
    }
  }

  private static void leaf(int i) {
    sink = i;
  }

  /** Counts what it calls, to be compared. */
  private static final class Load implements Runnable {
    private long steps;

    @Override
    public void run() {
      while (busy) {
        step();
        steps++;
      }
    }
  }
}
