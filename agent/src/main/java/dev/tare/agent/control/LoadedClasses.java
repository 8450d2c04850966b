package dev.tare.agent.control;

import dev.tare.agent.calibration.KernelLoader;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.SkipReason;
import dev.tare.agent.weave.SkippedMethods;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Transforms classes again that are loaded already, so that they get their probes or lose them.
 *
 * <p>In batches: the JVM stops the application once for each, as long as putting the new code in
 * takes, not for the weaving (HotSpot's {@code VM_RedefineClasses}, whose prologue runs beside the
 * application).
 */
final class LoadedClasses {
  private static final int BATCH = 200;

  /** Classes that are being defined meanwhile are looked for so many times. */
  private static final int MOST_ROUNDS = 10;

  private static final long ROUND_MILLIS = 10;

  private final Instrumentation instrumentation;
  private final ClassFilter filter;
  private final SkippedMethods skipped;

  LoadedClasses(Instrumentation instrumentation, ClassFilter filter, SkippedMethods skipped) {
    this.instrumentation = instrumentation;
    this.filter = filter;
    this.skipped = skipped;
  }

  /**
   * Transforms all that are included, and those that are defined while it does so: of those the
   * transformer may have been asked before it was told otherwise.
   *
   * @return how many there were
   */
  int transformAgain() {
    Set<Class<?>> done = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<Class<?>> included = included(done);
      if (included.isEmpty() && round > 1) {
        break;
      }
      for (int from = 0; from < included.size(); from += BATCH) {
        transform(included.subList(from, Math.min(included.size(), from + BATCH)));
      }
      pause();
    }
    return done.size();
  }

  private static void pause() {
    try {
      Thread.sleep(ROUND_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Class<?>> included(Set<Class<?>> done) {
    List<Class<?>> included = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (instrumentation.isModifiableClass(loaded)
          && !loaded.isHidden()
          && !KernelLoader.isOne(loaded.getClassLoader())
          && filter.includesClass(loaded.getClassLoader(), loaded.getName().replace('.', '/'))
          && done.add(loaded)) {
        included.add(loaded);
      }
    }
    return included;
  }

  private void transform(List<Class<?>> batch) {
    try {
      instrumentation.retransformClasses(batch.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      // InternalError: of a class whose initialiser has failed (JVMTI_ERROR_INVALID_CLASS).
      int half = batch.size() / 2;
      if (half == 0) {
        skipped.addClass(batch.get(0).getName().replace('.', '/'), SkipReason.NOT_WOVEN_AGAIN, e);
      } else {
        // One such class, or one that does not link, is enough for the JVM to refuse them all.
        transform(batch.subList(0, half));
        transform(batch.subList(half, batch.size()));
      }
    }
  }
}
