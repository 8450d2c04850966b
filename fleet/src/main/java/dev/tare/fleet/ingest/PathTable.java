package dev.tare.fleet.ingest;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.SampledTier;
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
  private static final int TIERS = SampledTier.values().length;

  private final TreeUnion union = new TreeUnion();
  private final MethodTable methods = new MethodTable();
  private final MessageDigest digest = Hash.digest();
  private final Map<ThreadKey, Integer> roots = new HashMap<>();
  private final Map<Integer, ThreadKey> threadOfRoot = new HashMap<>();
  private final List<Hash> methodHashes = new ArrayList<>();

  /** The methods that were numbered last, their numbers, and their places by these numbers. */
  private List<MethodInfo> last = List.of();

  private int[] lastNumbers = {};
  private int[] placeInLast = {};

  /** The last path that was hashed, and all before it. */
  private int hashed;

  private long[] high = new long[1024];
  private long[] low = new long[1024];
  private int[] depths = new int[1024];

  /** Whether a path's last method is not among the methods before it. */
  private final BitSet outermost = new BitSet();

  /**
   * The numbers here of a profile's methods. Profiles of a service have nearly the same methods in
   * the same order: to compare them with those before takes a fifth of the time of a look-up.
   */
  int[] numbers(List<MethodInfo> added) {
    int[] numbers = new int[added.size()];
    int next = 0;
    for (int i = 0; i < numbers.length; i++) {
      MethodInfo method = added.get(i);
      if (next == last.size() || !last.get(next).equals(method)) {
        numbers[i] = number(method);
        next = numbers[i] < placeInLast.length ? placeInLast[numbers[i]] : last.size();
      } else {
        numbers[i] = lastNumbers[next];
      }
      next = Math.min(next + 1, last.size());
    }
    last = added;
    lastNumbers = numbers;
    placeInLast = new int[methodHashes.size()];
    Arrays.fill(placeInLast, last.size());
    for (int i = 0; i < numbers.length; i++) {
      placeInLast[numbers[i]] = i;
    }
    return numbers;
  }

  private int number(MethodInfo method) {
    int number = methods.numbers(List.of(method))[0];
    if (number == methodHashes.size()) {
      methodHashes.add(
          Hash.of(digest, "method", method.className(), method.name(), method.descriptor()));
    }
    return number;
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

  /**
   * The path that goes on by a method.
   *
   * @param tier what it was when it was sampled; {@link SampledTier#OWN} in a path of calls
   */
  int child(int path, int method, SampledTier tier) {
    return union.child(path, TIERS * method + tier.number());
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
        hash = Hash.of(digest, new Hash(high[parent], low[parent]), method(path), tier(path));
        depths[path] = depths[parent] + 1;
        outermost.set(path, isOutermost(path));
      }
      high[path] = hash.high();
      low[path] = hash.low();
    }
    hashed = size - 1;
  }

  private boolean isOutermost(int path) {
    int method = union.method(path) / TIERS;
    for (int above = union.parent(path); depths[above] > 0; above = union.parent(above)) {
      if (union.method(above) / TIERS == method) {
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
    return methodHashes.get(union.method(path) / TIERS);
  }

  /** What a path's last method was when it was sampled. */
  SampledTier tier(int path) {
    return SampledTier.of(union.method(path) % TIERS);
  }

  /** Hash of a method. */
  Hash methodHash(int number) {
    return methodHashes.get(number);
  }

  /** The methods, by their numbers. */
  List<MethodInfo> methods() {
    return methods.methods();
  }
}
