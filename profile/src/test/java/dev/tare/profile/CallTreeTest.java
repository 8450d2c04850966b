package dev.tare.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CallTreeTest {

  @Test
  void valuesThatWereNotSetAreZero() {
    CallTree tree = CallTree.empty();
    assertEquals(1, tree.size());
    assertEquals(CallTree.NONE, tree.method(0));
    assertEquals(CallTree.NONE, tree.parent(0));
    assertEquals(
        0, tree.calls(0) + tree.self(0) + tree.overhead(0) + tree.cut(0) + tree.samples(0));
  }

  @Test
  void keepsNodesInPreorderWithTheirValues() {
    CallTreeBuilder builder = new CallTreeBuilder();
    int first = builder.add(0, 5);
    int below = builder.add(first, 6);
    int second = builder.add(0, 5);
    builder.self(below, -7).self(0, 3).overhead(second, 2).samples(first, 4);
    CallTree tree = builder.build();
    assertEquals(4, tree.size());
    assertEquals(first, tree.parent(below));
    assertEquals(0, tree.parent(second));
    assertEquals(6, tree.method(below));
    assertEquals(-7, tree.self(below));
    assertEquals(-4, tree.selfSum());
    assertEquals(2, tree.overheadSum());
    assertEquals(4, tree.samplesSum());
  }

  @Test
  void refusesANodeUnderASubtreeThatHasEnded() {
    CallTreeBuilder builder = new CallTreeBuilder();
    int first = builder.add(0, 5);
    builder.add(0, 6);
    assertThrows(IllegalArgumentException.class, () -> builder.add(first, 7));
    assertThrows(IllegalArgumentException.class, () -> builder.add(99, 7));
    assertThrows(IllegalArgumentException.class, () -> builder.add(CallTree.NONE, 7));
  }

  @Test
  void refusesANodeWithoutMethodAndAMethodForTheRoot() {
    CallTreeBuilder builder = new CallTreeBuilder();
    assertThrows(IllegalArgumentException.class, () -> builder.method(0, 1));
    builder.add(0);
    assertThrows(IllegalStateException.class, builder::build);
  }

  @Test
  void aBuiltTreeCanNoLongerChange() {
    CallTreeBuilder builder = new CallTreeBuilder();
    CallTree tree = builder.build();
    assertThrows(IllegalStateException.class, () -> builder.self(0, 1));
    assertThrows(IllegalStateException.class, () -> builder.add(0, 1));
    assertEquals(0, tree.self(0));
    assertThrows(IndexOutOfBoundsException.class, () -> tree.self(1));
  }
}
