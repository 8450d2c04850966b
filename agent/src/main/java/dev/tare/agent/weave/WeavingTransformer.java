package dev.tare.agent.weave;

import static java.util.Objects.requireNonNull;

import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.calibration.training.KernelLoader;
import dev.tare.runtime.thread.ProfilerSection;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;

/**
 * Weaves classes as they load, in the thread that loads them. No exception leaves it, and a class
 * that cannot be woven loads as it was, listed with the reason.
 */
public final class WeavingTransformer implements ClassFileTransformer {
  private final ClassFilter filter;
  private final ClassWeaver weaver;
  private final SkippedMethods skipped;

  /** Off: classes get no probes, and those that are transformed again lose theirs. */
  private volatile boolean on;

  /** The classes that were loaded since it was turned last; null where nobody wants to know. */
  private volatile @Nullable Set<String> loadedSince;

  /**
   * The last class whose weaving failed and that is not listed yet: its loader, its internal name,
   * its class file, what was thrown, and the one before it. An array, since to make one is no call.
   */
  private volatile @Nullable Object @Nullable [] failed;

  private final Object failedLock = new Object();

  /**
   * A transformer that gives the methods their numbers from {@code registry}.
   *
   * @param plan of what each method is to have
   * @param cache of classes that were woven in earlier runs
   */
  public WeavingTransformer(
      ClassFilter filter,
      MethodRegistry registry,
      SkippedMethods skipped,
      ProbePlan plan,
      WovenClassCache cache) {
    this(filter, skipped, new ClassWeaver(filter, registry, skipped, plan, cache));
  }

  WeavingTransformer(ClassFilter filter, SkippedMethods skipped, ClassWeaver weaver) {
    this.filter = filter;
    this.skipped = skipped;
    this.weaver = weaver;
    skipped.listFirst(this::listFailed);
  }

  /**
   * Says whether classes are woven from now on; the calibration's kernels always are. Of classes
   * that are loaded already it says what comes of transforming them again.
   */
  public void turn(boolean on) {
    this.on = on;
    loadedSince = ConcurrentHashMap.newKeySet(); // Last: who finds it knows what holds now.
  }

  /**
   * Whether a class was loaded since this was turned last, so that its code is as it is to be. Of
   * another one this may have been asked before, and the JVM may have defined it much later.
   */
  public boolean hasLoaded(Class<?> loaded) {
    Set<String> names = loadedSince;
    String internalName = loaded.getName().replace('.', '/');
    return names != null && names.contains(key(loaded.getClassLoader(), internalName));
  }

  /** From here on nobody asks {@link #hasLoaded}. */
  public void forgetLoaded() {
    loadedSince = null;
  }

  private static void note(Set<String> loading, @Nullable ClassLoader loader, String name) {
    ProfilerSection work = ProfilerSection.begin();
    try {
      loading.add(key(loader, name));
    } finally {
      work.end();
    }
  }

  private static String key(@Nullable ClassLoader loader, String internalName) {
    return System.identityHashCode(loader) + internalName;
  }

  /**
   * Weaves classes for the next run that it would weave differently.
   *
   * @param next how the next run begins; asked for where there are such classes
   */
  public void weaveForNextRun(Supplier<InitialTiers> next) {
    weaver.weaveForNextRun(next);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    try {
      return woven(module, loader, internalName, redefined, domain, classFile);
    } catch (Throwable e) {
      // Whatever it is, out of memory or stack among them, the application's class must load. There
      // is no call here: at the stack's end it would fail, and the JVM drops what leaves this.
      if (on) {
        synchronized (failedLock) {
          failed = new @Nullable Object[] {loader, internalName, classFile, e, failed};
        }
      }
      return null;
    }
  }

  private byte @Nullable [] woven(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    Set<String> loading = loadedSince; // First: see turn.
    String name = internalName == null ? nameIn(classFile) : internalName;
    if (loading != null && redefined == null && name != null) {
      note(loading, loader, name);
    }
    if (name == null
        || !(on || KernelLoader.isOne(loader))
        || !filter.includesClass(loader, name)) {
      return null;
    }
    ProfilerSection work = ProfilerSection.begin();
    try {
      listFailed();
      SkipReason special = ClassFilter.treatedSpecially(name);
      if (special != null) {
        skipped.addClass(name, special, null);
        return null;
      }
      return weave(work, name, classFile, ClassOrigin.of(module, domain));
    } catch (ClassTooLargeException e) {
      skipped.addClass(name, SkipReason.CLASS_TOO_LARGE, e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      skipped.addClass(name, SkipReason.UNREADABLE, e);
    } finally {
      work.end();
    }
    return null;
  }

  /** Lists the classes that were to be woven and whose weaving failed. */
  private void listFailed() {
    while (failed != null) {
      @Nullable Object[] last;
      synchronized (failedLock) {
        last = failed;
        failed = last == null ? null : (@Nullable Object[]) last[4];
      }
      if (last != null) {
        try {
          list(last);
        } catch (Throwable e) {
          synchronized (failedLock) {
            last[4] = failed;
            failed = last; // Another thread may have more stack.
          }
          throw e;
        }
      }
    }
  }

  private void list(@Nullable Object[] one) {
    ClassLoader loader = (ClassLoader) one[0];
    String name = one[1] == null ? nameIn((byte[]) requireNonNull(one[2])) : (String) one[1];
    if (name != null && filter.includesClass(loader, name)) {
      skipped.addClass(name, SkipReason.WEAVER_FAILED, (Throwable) one[3]);
    }
  }

  private byte @Nullable [] weave(
      ProfilerSection work, String name, byte[] classFile, String origin) {
    long begin = WeavingTime.begin(work);
    try {
      return weaver.weave(name, classFile, origin);
    } finally {
      WeavingTime.end(begin);
    }
  }

  /** A loader may define a class without naming it, {@code defineClass(null, bytes, 0, length)}. */
  private static @Nullable String nameIn(byte[] classFile) {
    try {
      return new ClassReader(classFile).getClassName();
    } catch (RuntimeException e) {
      return null; // the JVM will not make a class of it either
    }
  }
}
