package dev.tare.agent.weave;

import dev.tare.profile.NamePattern;
import dev.tare.profile.SkippedMethod;
import dev.tare.runtime.tree.NameFolding;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was to be woven and was not, in the order in which it was met. A class that is defined again
 * and again is there once; generated ones that are {@linkplain ClassNames many} are there as one.
 */
public final class SkippedMethods {
  /** Past so many, those of one package are there as one. */
  private static final int MOST = 10_000;

  private final Set<SkippedMethod> skipped = new LinkedHashSet<>();
  private final ClassNames classNames = new ClassNames();

  private volatile Runnable first = () -> {};

  /** Sets what {@link #all} runs first: it adds what could not be added where it was met. */
  void listFirst(Runnable rest) {
    first = rest;
  }

  synchronized void add(
      String internalName,
      String method,
      String descriptor,
      SkipReason reason,
      @Nullable Throwable cause) {
    String text = cause == null ? reason.text() : reason.text() + " (" + cause + ")";
    if (skipped.contains(skipped(internalName, method, descriptor, text))) {
      return;
    }
    boolean isFull = skipped.size() >= MOST;
    String name = isFull ? classNames.given(internalName) : classNames.give(internalName);
    if (!isFull && name.equals(internalName)) {
      skipped.add(skipped(name, method, descriptor, text));
      return;
    }
    SkippedMethod one = skipped(name, method, NameFolding.folded(descriptor), reason.text());
    skipped.add(
        isFull && !skipped.contains(one)
            ? skipped(classNames.ofPackage(internalName), "", "", reason.text())
            : one);
  }

  private static SkippedMethod skipped(
      String internalName, String method, String descriptor, String reason) {
    return new SkippedMethod(internalName.replace('/', '.'), method, descriptor, reason);
  }

  /** Notes a whole class. */
  public void addClass(String internalName, SkipReason reason, @Nullable Throwable cause) {
    add(internalName, "", "", reason, cause);
  }

  /** Whether a method that is meant is one of them, or is of such a class. */
  public boolean isAny(NamePattern meant) {
    for (SkippedMethod method : all()) {
      if (meant.matchesClass(method.className().replace('.', '/'))
          && (method.name().isEmpty() || meant.matchesMethod(method.name()))) {
        return true;
      }
    }
    return false;
  }

  /** All so far. */
  public List<SkippedMethod> all() {
    first.run();
    synchronized (this) {
      return List.copyOf(skipped);
    }
  }
}
