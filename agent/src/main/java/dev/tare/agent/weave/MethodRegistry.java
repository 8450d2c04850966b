package dev.tare.agent.weave;

import dev.tare.agent.options.NamePattern;
import dev.tare.profile.MethodInfo;
import dev.tare.runtime.tree.NameFolding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers methods for the probes, and remembers what the numbers mean, for good: woven code holds
 * them. A class that is defined again, by another loader or by the same, keeps its methods'
 * numbers. Loaders come and go without end, and so do names of generated classes, which share
 * numbers when they are {@linkplain ClassNames many}. Past the most methods that are told apart,
 * those of one package share one.
 */
public final class MethodRegistry {
  /** About what a method takes, its names included. */
  private static final long METHOD_BYTES = 400;

  private static final int HEAP_SHARE = 4;
  private static final long MIN_METHOD_LIMIT = 50_000;

  /** Stands for the number of a method that has none. */
  static final int UNKNOWN = -1;

  private static final String ANY_METHOD = "*";
  private static final String ANY_DESCRIPTOR = "()V";

  /** What names a method; its class with dots or with slashes, as whoever keeps keys has it. */
  public record Key(String className, String name, String descriptor) {
    // Written out: what records have by themselves is linked when it is first called, in a start's
    // time.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
          && className.equals(that.className)
          && name.equals(that.name)
          && descriptor.equals(that.descriptor);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * className.hashCode() + name.hashCode()) + descriptor.hashCode();
    }
  }

  private final Map<Key, Integer> ids = new HashMap<>();
  private final List<MethodInfo> methods = new ArrayList<>();
  private final Map<String, String> origins = new HashMap<>();
  private final ClassNames classNames = new ClassNames();
  private final long mostMethods;
  private ProbePlan plan = ProbePlan.everythingTimed();

  /** Tells as many methods apart as fit into a quarter of the heap. */
  public MethodRegistry() {
    this(Math.max(MIN_METHOD_LIMIT, Runtime.getRuntime().maxMemory() / HEAP_SHARE / METHOD_BYTES));
  }

  MethodRegistry(long mostMethods) {
    this.mostMethods = mostMethods;
  }

  /** The number of a method of which it is not known where its class came from. */
  public int id(
      String internalName, String name, String descriptor, @Nullable String file, int line) {
    return ofClass(internalName, ClassOrigin.UNKNOWN).id(name, descriptor, file, line);
  }

  /**
   * Numbers methods of one class.
   *
   * @param origin {@linkplain ClassOrigin where} the class came from
   */
  OfClass ofClass(String internalName, String origin) {
    return new OfClass(internalName, origin);
  }

  /** What all methods of a class have in common is found once, for they are most of a start. */
  final class OfClass {
    private final String internalName;
    private final String origin;
    private @Nullable String shownName;
    private @Nullable String binaryName;

    private OfClass(String internalName, String origin) {
      this.internalName = internalName;
      this.origin = shared(origin);
    }

    /** The method's number, from 0; source file, line and origin are those given first. */
    int id(String name, String descriptor, @Nullable String file, int line) {
      synchronized (MethodRegistry.this) {
        Key own = new Key(internalName, name, descriptor);
        Integer known = ids.get(own);
        int id = known != null ? known : idOf(own, file, line);
        MethodInfo method = methods.get(id);
        if (line != 0 && method.line() == 0) {
          // A caller was woven before the method's class.
          methods.set(id, info(method.className(), method.name(), method.descriptor(), file, line));
        }
        return id;
      }
    }

    private int idOf(Key own, @Nullable String file, int line) {
      Key key = shown(own);
      Integer known = key.equals(own) ? null : ids.get(key);
      if (known != null) {
        return known;
      }
      int id = methods.size();
      String className =
          key.className.equals(internalName) ? binaryName() : key.className.replace('/', '.');
      methods.add(info(className, key.name, key.descriptor, file, line));
      ids.put(key, id);
      return id;
    }

    private Key shown(Key own) {
      boolean isFull = methods.size() >= mostMethods;
      Key key = renamed(own, isFull ? classNames.given(internalName) : shownName());
      return isFull && !ids.containsKey(key)
          ? new Key(classNames.ofPackage(internalName), ANY_METHOD, ANY_DESCRIPTOR)
          : key;
    }

    private String shownName() {
      String known = shownName;
      if (known == null) {
        known = classNames.give(internalName);
        shownName = known;
      }
      return known;
    }

    private String binaryName() {
      String known = binaryName;
      if (known == null) {
        known = internalName.replace('/', '.');
        binaryName = known;
      }
      return known;
    }

    private MethodInfo info(
        String className, String name, String descriptor, @Nullable String file, int line) {
      return new MethodInfo(className, name, descriptor, file, line, MethodInfo.TIMED, origin);
    }
  }

  /** The method's number; -1 where it has none under this name. */
  synchronized int knownId(String internalName, String name, String descriptor) {
    Integer known = ids.get(new Key(internalName, name, descriptor));
    return known == null ? -1 : known;
  }

  /** Generated classes name themselves and one another in descriptors, too. */
  private static Key renamed(Key own, String className) {
    return className.equals(own.className)
        ? own
        : new Key(className, own.name, NameFolding.folded(own.descriptor));
  }

  /** The same text again and again takes the room of one. */
  private synchronized String shared(String origin) {
    String known = origins.putIfAbsent(origin, origin);
    return known == null ? origin : known;
  }

  /** Lets methods be told with the tiers that they have in this plan at the time. */
  public synchronized void showTiersOf(ProbePlan shown) {
    plan = shown;
  }

  /** What is known of calls to methods without probes. */
  public synchronized DirectCalls directCalls() {
    return plan.directCalls();
  }

  /** What a number means. */
  public synchronized MethodInfo method(int id) {
    return methods.get(id).withTier(plan.lowestTier(id).key());
  }

  /** All methods that are or were without nodes, because of a budget. */
  public synchronized List<MethodInfo> withoutNodes() {
    return idsWithoutNodes().mapToObj(this::method).toList();
  }

  /** Whether a method's calls have nodes, or had some. */
  public synchronized boolean everHadNodes(int id) {
    return plan.everHadNodes(id);
  }

  /** Their numbers. */
  public synchronized IntStream idsWithoutNodes() {
    return ids(id -> !plan.lowestTier(id).hasNodes());
  }

  /** Numbers of methods whose only probe is at the entry, and makes nodes. */
  public synchronized IntStream idsWithEntryAlone() {
    return ids(plan::hasEntryAlone);
  }

  /** Found now, under the lock; the stream is read without it. */
  private synchronized IntStream ids(IntPredicate which) {
    return IntStream.of(IntStream.range(0, methods.size()).filter(which).toArray());
  }

  /** All methods so far that a pattern means, with their tiers. */
  public synchronized List<MethodInfo> matching(NamePattern pattern) {
    List<MethodInfo> matching = new ArrayList<>();
    for (int id = 0; id < methods.size(); id++) {
      MethodInfo method = methods.get(id);
      if (pattern.matchesMethod(method.name())
          && pattern.matchesClass(method.className().replace('.', '/'))) {
        matching.add(method(id));
      }
    }
    return matching;
  }

  /** What the number of this method means; the method itself where it has none. */
  public synchronized MethodInfo numbered(MethodInfo method) {
    int number = number(method);
    return number == UNKNOWN ? method : method(number);
  }

  /** The number of this method; {@link #UNKNOWN} where it has none. */
  synchronized int number(MethodInfo method) {
    Key own = new Key(method.className().replace('.', '/'), method.name(), method.descriptor());
    Integer id = ids.get(own);
    if (id == null) {
      id = ids.get(renamed(own, classNames.given(own.className)));
    }
    return id == null ? UNKNOWN : id;
  }
}
