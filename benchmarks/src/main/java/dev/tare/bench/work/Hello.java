package dev.tare.bench.work;

/** The shortest program: what a JVM under a profiler takes to start and to end. */
public final class Hello {
  private Hello() {}

  public static void main(String[] args) {
    System.out.println("hello, world");
  }
}
