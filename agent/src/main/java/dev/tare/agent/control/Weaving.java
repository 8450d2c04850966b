package dev.tare.agent.control;

import dev.tare.agent.budget.InitialTiers;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.NearestNames;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.agent.weave.VirtualThreadWeaver;
import dev.tare.agent.weave.WeavingTransformer;
import dev.tare.profile.NamePattern;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import dev.tare.runtime.thread.RecordingControl;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether classes have probes. Turned off, no woven code is left but in activations that began
 * before, and those go on to their ends.
 */
public final class Weaving {
  /**
   * Pauses before looks for classes that were being defined when this was turned. Most are defined
   * at once; another agent's transformer may take long.
   */
  private static final int[] LATE_MILLIS = {20, 500, 2_000, 8_000};

  private final WeavingTransformer transformer;
  private final VirtualThreadWeaver carriers;
  private final LoadedClasses classes;
  private final ClassFilter filter;

  private volatile boolean wasOn;

  /** Looks for those classes; null where none are left, or none could be started. */
  private @Nullable Thread late;

  /** Nothing is woven yet. */
  public Weaving(
      WeavingTransformer transformer,
      VirtualThreadWeaver carriers,
      Instrumentation instrumentation,
      ClassFilter filter,
      SkippedMethods skipped) {
    this.transformer = transformer;
    this.carriers = carriers;
    this.filter = filter;
    this.classes = new LoadedClasses(instrumentation, filter, skipped);
  }

  /**
   * Weaves what is loaded, and what will be.
   *
   * @param recorded told when calls begin to be recorded
   * @return how many loaded classes were transformed
   */
  synchronized int turnOn(Runnable recorded) throws UnmodifiableClassException {
    carriers.turn(true);
    recorded.run();
    RecordingControl.resume();
    transformer.turn(true);
    wasOn = true;
    return transformAgain();
  }

  /**
   * Takes the probes out.
   *
   * @param recorded told when calls are recorded no more
   * @return how many classes were transformed
   */
  synchronized int turnOff(Runnable recorded) throws UnmodifiableClassException {
    transformer.turn(false);
    int count = transformAgain();
    RecordingControl.pause();
    recorded.run();
    carriers.turn(false);
    return count;
  }

  /** As {@link LoadedClasses#contain}. */
  boolean isLoaded(NamePattern pattern) {
    return classes.contain(pattern);
  }

  private int transformAgain() {
    Thread looking = late;
    late = null;
    LockSupport.unpark(looking); // It ends, and lets go of the classes.
    boolean isAlone = isAlone(); // First: another thread may define a class, and end.
    Set<Class<?>> done = classes.transformAgain();
    if (done.isEmpty() && isAlone) {
      transformer.forgetLoaded(); // The application has not begun to load any.
      return 0;
    }
    try {
      Thread next = ProfilerThreads.daemon("tare-late", () -> transformLate(done));
      late = next;
      next.start();
    } catch (OutOfMemoryError e) { // There is no thread to be had.
      transformer.forgetLoaded();
    }
    return done.size();
  }

  /**
   * Whether this is the thread that goes on to the program's {@code main}, and has no other one
   * beside it but those of the JVM and of the profiler, which are in groups of their own.
   */
  private static boolean isAlone() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    return group != null && group.getName().equals("main") && group.activeCount() == 1;
  }

  private void transformLate(Set<Class<?>> done) {
    ProfilerSection.begin();
    for (int pauseMillis : LATE_MILLIS) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
      synchronized (this) {
        if (late != Thread.currentThread()) {
          return; // It was turned again.
        }
        classes.transformLate(done, transformer::hasLoaded);
      }
    }
    synchronized (this) {
      if (late == Thread.currentThread()) {
        late = null;
        transformer.forgetLoaded();
      }
    }
  }

  /** Weaves the wanted classes again, by names with dots, as their methods' tiers are by now. */
  LoadedClasses.Woven weaveAgain(Predicate<String> isWanted) {
    return classes.transformAgain(isWanted);
  }

  /** As {@link WeavingTransformer#weaveForNextRun}. */
  public void weaveForNextRun(Supplier<InitialTiers> next) {
    transformer.weaveForNextRun(next);
  }

  /** What the user must know of an include that matched nothing. */
  Optional<String> complaint() {
    return missedInclude()
        .map(missed -> "warning: include=" + String.join(":", filter.included()) + ": " + missed);
  }

  /** What became of an include that matched nothing, and what may have been meant. */
  Optional<String> missedInclude() {
    if (!wasOn || filter.included().isEmpty()) {
      return Optional.empty();
    }
    if (filter.hasIncludedClass()) {
      return filter.missesMethods()
          ? Optional.of("classes matched, but none of their methods")
          : Optional.empty();
    }
    List<String> names = classes.names();
    List<String> nearest = NearestNames.to(filter.included(), names);
    return Optional.of(
        "0 of "
            + NumberFormats.count(names.size(), "class", "classes")
            + " matched"
            + (nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?"));
  }

  /** Whether carriers of virtual threads go unseen, though they are to be seen. */
  public boolean missesCarriers() {
    return carriers.failed();
  }
}
