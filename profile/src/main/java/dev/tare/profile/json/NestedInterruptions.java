package dev.tare.profile.json;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Interruptions;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.TreeNodes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What version 1 has as two methods of no class, whose nodes hang below a thread's root: the time
 * in which the thread was kept from running. Here they are fields of the thread.
 */
final class NestedInterruptions {
  private static final String SWITCHED_OUT = "<switched out>";
  private static final String COLLECTED = "<gc>";

  private final int switchedOut;
  private final int collected;
  private final int[] numbers;
  private final List<MethodInfo> methods = new ArrayList<>();

  NestedInterruptions(List<MethodInfo> all) {
    switchedOut = index(SWITCHED_OUT, all);
    collected = index(COLLECTED, all);
    numbers = new int[all.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = methods.size();
      if (i != switchedOut && i != collected) {
        methods.add(all.get(i));
      }
    }
  }

  private static int index(String name, List<MethodInfo> methods) {
    for (int i = 0; i < methods.size(); i++) {
      if (methods.get(i).className().isEmpty() && methods.get(i).name().equals(name)) {
        return i;
      }
    }
    return CallTree.NONE;
  }

  /** The methods without the two. */
  List<MethodInfo> methods() {
    return methods;
  }

  /** The thread without nodes of the two. */
  ThreadProfile of(ThreadProfile thread) {
    if (switchedOut == CallTree.NONE && collected == CallTree.NONE) {
      return thread;
    }
    CallTree tree = thread.tree();
    return new ThreadProfile(
        thread.id(),
        thread.name(),
        thread.virtual(),
        thread.alive(),
        thread.events(),
        new Interruptions(nanos(tree, switchedOut), nanos(tree, collected)),
        without(tree),
        without(thread.cpuSamples()));
  }

  private static long nanos(CallTree tree, int method) {
    long nanos = 0;
    for (int node = 1; node < tree.size(); node++) {
      if (tree.method(node) == method) {
        nanos += tree.self(node) + tree.overhead(node);
      }
    }
    return nanos;
  }

  private @Nullable CpuSamples without(@Nullable CpuSamples samples) {
    return samples == null ? null : samples.withTree(without(samples.tree()));
  }

  /** They call nothing, so that no other node goes with them. */
  private CallTree without(CallTree tree) {
    CallTreeBuilder rest = new CallTreeBuilder();
    int[] places = new int[tree.size()];
    TreeNodes values = tree.nodes();
    for (int node = 0; values.next(); node++) {
      int method = tree.method(node);
      if (node > 0) {
        if (method == switchedOut || method == collected) {
          continue;
        }
        places[node] = rest.add(places[tree.parent(node)], numbers[method]);
      }
      rest.copy(places[node], values);
    }
    return rest.build();
  }
}
