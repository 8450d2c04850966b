package dev.tare.agent.snapshot;

import dev.tare.agent.weave.MethodRegistry;
import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.runtime.tree.CallNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the methods that a profile's trees name, tree by tree. */
public final class MethodIndexes {
  private final MethodRegistry registry;
  private static final int NONE = -1;

  /** By number, of methods only: it is asked for each node, and must leave no garbage. */
  private int[] ofWoven = {};

  private final Map<MethodRegistry.Key, Integer> ofNamed = new HashMap<>();
  private final List<MethodInfo> methods = new ArrayList<>();

  /** None yet of the methods in a registry. */
  public MethodIndexes(MethodRegistry registry) {
    this.registry = registry;
  }

  /**
   * The index of a method that probes know by this number, or of what stands in its place; {@link
   * CallTree#NONE} for a root.
   */
  public int ofWoven(int id) {
    if (id == CallNode.ROOT_METHOD) {
      return CallTree.NONE;
    }
    return id >= 0 && id < ofWoven.length && ofWoven[id] != NONE ? ofWoven[id] : of(method(id));
  }

  /**
   * Numbers methods that probes know by these numbers, before {@link #ofWoven} is asked for each
   * node. Otherwise the compiler inlines all that makes a name into the loop over the nodes, and
   * needs half a second for it (docs/adr/0201-what-writes-a-profile-compiles-soon.md).
   */
  void number(BitSet ids) {
    if (ids.length() > ofWoven.length) {
      int length = ofWoven.length;
      ofWoven = Arrays.copyOf(ofWoven, Math.max(2 * length, ids.length()));
      Arrays.fill(ofWoven, length, ofWoven.length, NONE);
    }
    for (int id = ids.nextSetBit(0); id >= 0; id = ids.nextSetBit(id + 1)) {
      if (ofWoven[id] == NONE) {
        ofWoven[id] = of(method(id));
      }
    }
  }

  private MethodInfo method(int id) {
    return switch (id) {
      case CallNode.OVERFLOW_METHOD -> MethodInfo.BEYOND_MAXNODES;
      case CallNode.FLAT_METHOD -> MethodInfo.FLAT_CALLS;
      default -> registry.method(id >> 1); // less the probe's bit
    };
  }

  /** The index of a method; one that is woven has the same whoever names it. */
  public int of(MethodInfo method) {
    MethodRegistry.Key key = key(method);
    Integer known = ofNamed.get(key);
    if (known != null) {
      return known;
    }
    MethodInfo numbered = registry.numbered(method);
    int index = ofNamed.computeIfAbsent(key(numbered), added -> add(numbered));
    ofNamed.put(key, index);
    return index;
  }

  private static MethodRegistry.Key key(MethodInfo method) {
    return new MethodRegistry.Key(method.className(), method.name(), method.descriptor());
  }

  private int add(MethodInfo method) {
    methods.add(method);
    return methods.size() - 1;
  }

  List<MethodInfo> methods() {
    return methods;
  }
}
