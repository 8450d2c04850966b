package dev.tare.agent.weave;

import dev.tare.profile.SkippedMethod;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was to be woven and was not, in the order in which it was met; each once. */
public final class SkippedMethods {
  private final Set<SkippedMethod> skipped = new LinkedHashSet<>();

  synchronized void add(String internalName, String method, String descriptor, SkipReason reason) {
    skipped.add(
        new SkippedMethod(internalName.replace('/', '.'), method, descriptor, reason.text()));
  }

  /** Notes a whole class. */
  public synchronized void addClass(String internalName, SkipReason reason, Throwable cause) {
    skipped.add(
        new SkippedMethod(
            internalName.replace('/', '.'), "", "", reason.text() + " (" + cause + ")"));
  }

  /** All so far. */
  public synchronized List<SkippedMethod> all() {
    return List.copyOf(skipped);
  }
}
