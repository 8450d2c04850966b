package dev.tare.agent.control;

import dev.tare.agent.budget.TierSwitch;
import dev.tare.agent.calibration.training.KernelLoader;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.SkipReason;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.NamePattern;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Transforms classes again that are loaded already, so that they get their probes or lose them.
 *
 * <p>In batches: the JVM stops the application once for each, as long as putting the new code in
 * takes, not for the weaving (HotSpot's {@code VM_RedefineClasses}, whose prologue runs beside the
 * application).
 */
final class LoadedClasses {
  private static final int BATCH = TierSwitch.MAX_CLASSES;

  private final Instrumentation instrumentation;
  private final ClassFilter filter;
  private final SkippedMethods skipped;

  LoadedClasses(Instrumentation instrumentation, ClassFilter filter, SkippedMethods skipped) {
    this.instrumentation = instrumentation;
    this.filter = filter;
    this.skipped = skipped;
  }

  /**
   * Transforms all that are included.
   *
   * @return those that were transformed
   */
  Set<Class<?>> transformAgain() {
    Set<Class<?>> done = Collections.newSetFromMap(new IdentityHashMap<>());
    transformAll(included(done::add));
    return done;
  }

  /**
   * Transforms those of which the transformer was asked before it was turned, and that were defined
   * only after {@link #transformAgain} looked.
   *
   * @param done gets them, too
   * @param isNew whether a class was loaded since
   */
  void transformLate(Set<Class<?>> done, Predicate<Class<?>> isNew) {
    transformAll(included(loaded -> !isNew.test(loaded) && done.add(loaded)));
  }

  /** Returns those that stay as they were. */
  private Set<Class<?>> transformAll(List<Class<?>> classes) {
    Set<Class<?>> refused = new HashSet<>();
    for (int from = 0; from < classes.size(); from += BATCH) {
      transform(classes.subList(from, Math.min(classes.size(), from + BATCH)), refused);
    }
    return refused;
  }

  /**
   * What came of classes that were to be transformed.
   *
   * @param count how many were
   * @param refused names, with dots, of those that stayed as they were
   * @param woven names of the others; class loaders may have both of one name
   */
  record Woven(int count, Set<String> refused, Set<String> woven) {
    static final Woven NOTHING = new Woven(0, Set.of(), Set.of());
  }

  /** Transforms what is loaded, included, and has one of the wanted names, with dots. */
  Woven transformAgain(Predicate<String> isWanted) {
    List<Class<?>> named = included(loaded -> isWanted.test(loaded.getName()));
    Set<Class<?>> refused = transformAll(named);
    named.removeAll(refused);
    return new Woven(named.size(), names(refused), names(named));
  }

  private static Set<String> names(Collection<Class<?>> classes) {
    return classes.stream().map(Class::getName).collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * Whether they contain the class that a pattern names or, where it may name several, one of these
   * that declares such a method, with or without probes.
   */
  boolean contain(NamePattern pattern) {
    for (Class<?> loaded : loaded()) {
      String name = loaded.getName().replace('.', '/');
      if (!loaded.isArray()
          && filter.isMeant(pattern, loaded.getClassLoader(), name)
          && (pattern.isExactClass() || declares(loaded, pattern))) {
        return true;
      }
    }
    return false;
  }

  private static boolean declares(Class<?> loaded, NamePattern pattern) {
    try {
      if (pattern.matchesMethod("<init>") && loaded.getDeclaredConstructors().length > 0) {
        return true;
      }
      for (Method method : loaded.getDeclaredMethods()) {
        if (!Modifier.isAbstract(method.getModifiers())
            && pattern.matchesMethod(method.getName())) {
          return true;
        }
      }
      return false;
    } catch (LinkageError e) {
      return false; // One of its descriptors names a class that is not there.
    }
  }

  /** All that are loaded; none where the JVM is ending, which then returns null. */
  private Class<?>[] loaded() {
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    return loaded == null ? new Class<?>[0] : loaded;
  }

  /** Those of them for which, last of all, this holds. */
  private List<Class<?>> included(Predicate<Class<?>> wanted) {
    List<Class<?>> included = new ArrayList<>();
    for (Class<?> loaded : loaded()) {
      if (instrumentation.isModifiableClass(loaded)
          && !loaded.isHidden()
          && !KernelLoader.isOne(loaded.getClassLoader())
          && filter.includesClass(loaded.getClassLoader(), loaded.getName().replace('.', '/'))
          && wanted.test(loaded)) {
        included.add(loaded);
      }
    }
    return included;
  }

  /** Of all that are loaded, and could be included. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (Class<?> loaded : loaded()) {
      if (!loaded.isHidden()
          && instrumentation.isModifiableClass(loaded)
          && filter.mayInclude(loaded.getClassLoader(), loaded.getName().replace('.', '/'))) {
        names.add(loaded.getName());
      }
    }
    return names;
  }

  /**
   * Transforms classes together.
   *
   * @param refused gets those that stay as they were
   */
  private void transform(List<Class<?>> batch, Set<Class<?>> refused) {
    try {
      instrumentation.retransformClasses(batch.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      // InternalError: of a class whose initialiser has failed (JVMTI_ERROR_INVALID_CLASS).
      int half = batch.size() / 2;
      if (half == 0) {
        Class<?> only = batch.get(0);
        skipped.addClass(only.getName().replace('.', '/'), SkipReason.NOT_WOVEN_AGAIN, e);
        refused.add(only);
      } else {
        // One such class, or one that does not link, is enough for the JVM to refuse them all.
        transform(batch.subList(0, half), refused);
        transform(batch.subList(half, batch.size()), refused);
      }
    }
  }
}
