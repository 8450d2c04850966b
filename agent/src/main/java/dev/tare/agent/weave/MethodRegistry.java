package dev.tare.agent.weave;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.NamePattern;
import dev.tare.runtime.tree.NameFolding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
  private static final long METHOD_BYTES = 200;

  private static final int HEAP_SHARE = 4;
  private static final long MIN_METHOD_LIMIT = 50_000;

  /** Stands for the number of a method that has none. */
  public static final int UNKNOWN = MethodTable.NONE;

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

  private final MethodTable methods = new MethodTable();

  /** By numbers that several methods share: the names of the first. */
  private final Map<Integer, Key> firstNames = new HashMap<>();

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

    /** The number of the class's own name in the table; below 0 until it is asked for. */
    private int nameNumber = UNKNOWN;

    /** The owner that was asked for last, with this name and file. */
    private MethodTable.@Nullable Owner owner;

    private @Nullable String nameOfOwner;
    private @Nullable String fileOfOwner;

    private OfClass(String internalName, String origin) {
      this.internalName = internalName;
      this.origin = shared(origin);
    }

    /** The method's number, from 0; source file, line and origin are those given first. */
    int id(String name, String descriptor, @Nullable String file, int line) {
      synchronized (MethodRegistry.this) {
        boolean goesByItsName = !isFull() && shownName().equals(internalName);
        int id =
            goesByItsName
                ? idByOwnName(methods.named(name, descriptor), file, line)
                : idByShownName(new Key(internalName, name, descriptor), file, line);
        if (line != 0 && methods.line(id) == 0) {
          // A caller was woven before the method's class.
          methods.locate(id, owner(methods.className(id), file), line);
        }
        return id;
      }
    }

    private int idByOwnName(long named, @Nullable String file, int line) {
      if (nameNumber == UNKNOWN) {
        nameNumber = methods.className(internalName);
      }
      int known = methods.find(nameNumber, named);
      return known != UNKNOWN ? known : methods.add(owner(internalName, file), named, line);
    }

    private int idByShownName(Key own, @Nullable String file, int line) {
      int ofOwn = knownId(own);
      Key key = ofOwn == UNKNOWN ? shown(own) : own;
      int known = key.equals(own) ? ofOwn : knownId(key);
      if (known != UNKNOWN) {
        return known;
      }
      long named = methods.named(key.name, key.descriptor);
      int added = methods.add(owner(key.className, file), named, line);
      firstNames.put(added, own);
      return added;
    }

    private Key shown(Key own) {
      boolean isFull = isFull();
      Key key = renamed(own, isFull ? classNames.given(internalName) : shownName());
      return isFull && knownId(key) == UNKNOWN
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

    private MethodTable.Owner owner(String shown, @Nullable String file) {
      MethodTable.Owner known = owner;
      if (known == null || !shown.equals(nameOfOwner) || !Objects.equals(file, fileOfOwner)) {
        known = methods.owner(shown, file, origin);
        owner = known;
        nameOfOwner = shown;
        fileOfOwner = file;
      }
      return known;
    }
  }

  private boolean isFull() {
    return methods.count() >= mostMethods;
  }

  /** The method's number; {@link #UNKNOWN} where it has none under this name. */
  synchronized int knownId(Key method) {
    return methods.find(method.className, method.name, method.descriptor);
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
    return methods.info(id, plan.lowestTier(id).key());
  }

  /** What its class file says of a method, or of the first of those that share the number. */
  public synchronized MethodTraits traits(int id, CodeTraits code) {
    Key first = firstNames.get(id);
    return first == null
        ? new MethodTraits(className(id), methods.name(id), methods.descriptor(id), code)
        : new MethodTraits(className(id), first.name, first.descriptor, code);
  }

  /** The name of the method's class, or of the first of them, with dots. */
  public synchronized String className(int id) {
    Key first = firstNames.get(id);
    return (first == null ? methods.className(id) : first.className).replace('/', '.');
  }

  /**
   * Whether a class may have methods that {@linkplain #method go} by one of these names of classes.
   *
   * @param className its own name; all with dots
   */
  public synchronized boolean mayGoBy(String className, Set<String> names) {
    String own = className.replace('.', '/');
    return names.contains(classNames.given(own).replace('/', '.'))
        || (isFull() && names.contains(classNames.givenPackage(own).replace('/', '.')));
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

  /** Numbers of methods whose nodes an entry alone makes, or made before they lost it. */
  public synchronized IntStream idsWithNodesByEntryAlone() {
    return ids(plan::hasNodesByEntryAlone);
  }

  /** Found now, under the lock; the stream is read without it. */
  private synchronized IntStream ids(IntPredicate which) {
    return IntStream.of(IntStream.range(0, methods.count()).filter(which).toArray());
  }

  /** All methods so far that a pattern means, with their tiers. */
  public synchronized List<MethodInfo> matching(NamePattern pattern) {
    List<MethodInfo> matching = new ArrayList<>();
    for (int id = 0; id < methods.count(); id++) {
      if (pattern.matchesMethod(methods.name(id)) && pattern.matchesClass(methods.className(id))) {
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
  public synchronized int number(MethodInfo method) {
    Key own = new Key(method.className().replace('.', '/'), method.name(), method.descriptor());
    int id = knownId(own);
    String shown = id == UNKNOWN ? classNames.given(own.className) : own.className;
    return shown.equals(own.className) ? id : knownId(renamed(own, shown));
  }
}
