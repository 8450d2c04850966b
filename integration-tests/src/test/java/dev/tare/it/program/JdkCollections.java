package dev.tare.it.program;

import java.util.ArrayList;
import java.util.List;

/** Calls a class of the JDK, which is woven only because somebody names it. */
public final class JdkCollections {
  private JdkCollections() {}

  public static void main(String[] args) {
    List<Integer> list = new ArrayList<>(); // assertCalls(java.util.ArrayList.<init>, 1)
    for (int i = 0; i < 100; i++) {
      add(list, i); // assertCalls(add, 100)
    }
    System.out.println(list.size()); // assertCalls(java.util.ArrayList.size, 1)
  }

  private static void add(List<Integer> list, int i) {
    list.add(i); // assertCalls(java.util.ArrayList.add, 100)
  }
}
