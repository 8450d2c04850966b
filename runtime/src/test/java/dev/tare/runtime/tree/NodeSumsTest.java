package dev.tare.runtime.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.memory.TreeMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of each node until its tree is read. */
class NodeSumsTest {
  private static final int NODE = 2 * CallNode.SIZE;

  private final NodeSums sums = new NodeSums();

  @Test
  void eachNodeHasASumOfEach() {
    sums.add(NODE, 5, 1);
    sums.add(NODE, 5, 1);
    sums.add(NODE, NodeSums.WAITING, 140);
    sums.add(NODE, NodeSums.WAITING, -40);
    assertEquals(100, sums.get(NODE, NodeSums.WAITING));
    assertEquals(0, sums.get(CallNode.ROOT, NodeSums.WAITING));
    assertEquals(List.of("16: 100 of 65535", "16: 2 of 5"), told(sums));
  }

  @Test
  void manyAreFoundAgain() {
    int last = 1000 * CallNode.SIZE;
    for (int node = 0; node <= last; node += CallNode.SIZE) {
      sums.add(node, 0, node);
      sums.add(node, NodeSums.WAITING, 1);
    }
    for (int node = 0; node <= last; node += CallNode.SIZE) {
      assertEquals(node, sums.get(node, 0));
      assertEquals(1, sums.get(node, NodeSums.WAITING));
    }
    assertEquals(2 * 1001, told(sums).size());
  }

  @Test
  void aFullTableTakesNoOther() {
    assertTrue(sums.addIfRoom(NODE, 5, 1, 1));
    assertFalse(sums.addIfRoom(NODE, 6, 1, 1));
    assertTrue(sums.addIfRoom(NODE, 5, 1, 1));
    assertEquals(List.of("16: 2 of 5"), told(sums));
  }

  @Test
  void aTreesTableIsAPartOfWhatTreesTake() {
    long before = TreeMemory.taken();
    NodeSums ofTree = NodeSums.ofTree();
    for (int node = 0; node < 1000 * CallNode.SIZE; node += CallNode.SIZE) {
      ofTree.add(node, 0, 1);
    }
    assertEquals(ofTree.memory(), TreeMemory.taken() - before);
    TreeMemory.giveBack(ofTree.memory());
  }

  @Test
  void whereMemoryIsScarceOnlyWaitsMakeItGrow() {
    NodeSums ofTree = NodeSums.ofTree();
    assertTrue(ofTree.addIfRoom(NODE, 5, 1, 100));
    TreeMemory.takeAnyway(TreeMemory.limit());
    int added = 1;
    while (added < 100 && ofTree.addIfRoom(NODE, 5 + added, 1, 100)) {
      added++;
    }
    assertTrue(ofTree.addIfRoom(NODE, 5, 1, 100));
    assertEquals(added, told(ofTree).size());
    for (int node = 0; node < 100 * CallNode.SIZE; node += CallNode.SIZE) {
      ofTree.add(node, NodeSums.WAITING, 1);
    }
    TreeMemory.giveBack(TreeMemory.limit() + ofTree.memory());
    assertTrue(added < 10, "" + added);
    assertEquals(2, ofTree.get(NODE, 5));
    assertEquals(added + 100, told(ofTree).size());
  }

  @Test
  void aCopyIsOfItsMoment() {
    sums.add(NODE, NodeSums.WAITING, 120);
    NodeSums copy = sums.copy();
    sums.add(NODE, NodeSums.WAITING, 50);
    assertEquals(List.of("16: 120 of 65535"), told(copy));
  }

  @Test
  void anotherTreesNodesHaveTheirPlaceHere() {
    NodeSums others = new NodeSums();
    others.add(NODE, 7, 1);
    others.add(NODE, NodeSums.WAITING, 120);
    sums.add(NODE + CallNode.SIZE, NodeSums.WAITING, 30);
    sums.addAll(others, new int[] {0, 0, NODE + CallNode.SIZE});
    assertEquals(List.of("24: 1 of 7", "24: 150 of 65535"), told(sums));
  }

  private static List<String> told(NodeSums sums) {
    List<String> told = new ArrayList<>();
    sums.read((node, what, amount) -> told.add(node + ": " + amount + " of " + what));
    told.sort(String::compareTo);
    return told;
  }
}
