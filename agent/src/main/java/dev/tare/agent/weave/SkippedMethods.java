package dev.tare.agent.weave;

import dev.tare.profile.SkippedMethod;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was to be woven and was not, in the order in which it was met. A class that is defined again
 * and again is there once.
 */
public final class SkippedMethods {
  private final Set<SkippedMethod> skipped = new LinkedHashSet<>();

  synchronized void add(
      String internalName,
      String method,
      String descriptor,
      SkipReason reason,
      @Nullable Throwable cause) {
    String text = cause == null ? reason.text() : reason.text() + " (" + cause + ")";
    skipped.add(new SkippedMethod(internalName.replace('/', '.'), method, descriptor, text));
  }

  /** Notes a whole class. */
  public void addClass(String internalName, SkipReason reason, Throwable cause) {
    add(internalName, "", "", reason, cause);
  }

  /** All so far. */
  public synchronized List<SkippedMethod> all() {
    return List.copyOf(skipped);
  }
}
