package dev.tare.fleet.ingest;

import dev.tare.profile.MethodInfo;
import dev.tare.report.sum.MethodTable;
import dev.tare.report.sum.ThreadKey;
import dev.tare.report.sum.TreeUnion;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The paths of the profiles that one task reads, with their hashes. A path begins with a group of
 * threads, as {@code merge} makes them, and goes on with methods.
 */
final class PathTable {
  private final TreeUnion union = new TreeUnion();
  private final MethodTable methods = new MethodTable();
  private final MessageDigest digest = Hash.digest();
  private final Map<ThreadKey, Integer> roots = new HashMap<>();
  private final Map<Integer, ThreadKey> threadOfRoot = new HashMap<>();
  private final List<Hash> methodHashes = new ArrayList<>();

  /** The last path that was hashed, and all before it. */
  private int hashed;

  private long[] high = new long[1024];
  private long[] low = new long[1024];
  private int[] depths = new int[1024];

  /** Whether a path's last method is not among the methods before it. */
  private final BitSet outermost = new BitSet();

  /** The numbers here of a profile's methods. */
  int[] numbers(List<MethodInfo> added) {
    int[] numbers = methods.numbers(added);
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] >= methodHashes.size()) {
        MethodInfo method = added.get(i);
        methodHashes.add(
            Hash.of(digest, "method", method.className(), method.name(), method.descriptor()));
      }
    }
    return numbers;
  }

  /** The path that is a group of threads alone. */
  int root(ThreadKey thread) {
    return roots.computeIfAbsent(
        thread,
        key -> {
          // Below the union's root groups of threads stand in for methods, by numbers that no
          // method has.
          int root = union.child(0, Integer.MAX_VALUE - roots.size());
          threadOfRoot.put(root, key);
          return root;
        });
  }

  /** The path that goes on by a method. */
  int child(int path, int method) {
    return union.child(path, method);
  }

  /** Number of paths; the first is none. */
  int size() {
    return union.size();
  }

  /** Hashes what has come since the last time. */
  void hash() {
    int size = union.size();
    if (size > high.length) {
      int room = Math.max(size, 2 * high.length);
      high = Arrays.copyOf(high, room);
      low = Arrays.copyOf(low, room);
      depths = Arrays.copyOf(depths, room);
    }
    for (int path = hashed + 1; path < size; path++) {
      ThreadKey thread = threadOfRoot.get(path);
      Hash hash;
      if (thread != null) {
        hash = Hash.of(digest, "thread", thread.name(), Boolean.toString(thread.virtual()));
      } else {
        int parent = union.parent(path);
        hash = Hash.of(digest, new Hash(high[parent], low[parent]), method(path));
        depths[path] = depths[parent] + 1;
        outermost.set(path, isOutermost(path));
      }
      high[path] = hash.high();
      low[path] = hash.low();
    }
    hashed = size - 1;
  }

  /** Recursion is rare, and deep where it is: one step at a time would be too slow there. */
  private boolean isOutermost(int path) {
    int method = union.method(path);
    int above = union.parent(path);
    if (union.method(above) == method) {
      return false;
    }
    for (; depths[above] > 0; above = union.parent(above)) {
      if (union.method(above) == method) {
        return false;
      }
    }
    return true;
  }

  long high(int path) {
    return high[path];
  }

  long low(int path) {
    return low[path];
  }

  int parent(int path) {
    return union.parent(path);
  }

  int depth(int path) {
    return depths[path];
  }

  /** Whether a path's last method is not among the methods before it; false of threads. */
  boolean isFirstOfItsMethod(int path) {
    return outermost.get(path);
  }

  /** The group of threads that a path is, where it is no more than that. */
  @Nullable ThreadKey thread(int path) {
    return threadOfRoot.get(path);
  }

  /** Hash of a path's last method. */
  Hash method(int path) {
    return methodHashes.get(union.method(path));
  }

  /** Hash of a method. */
  Hash methodHash(int number) {
    return methodHashes.get(number);
  }

  /** Number of methods. */
  int methodCount() {
    return methodHashes.size();
  }

  /** The methods, by their numbers. */
  List<MethodInfo> methods() {
    return methods.methods();
  }
}
