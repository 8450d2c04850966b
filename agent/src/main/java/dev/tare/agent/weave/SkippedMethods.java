package dev.tare.agent.weave;

import dev.tare.profile.SkippedMethod;
import java.util.ArrayList;
import java.util.List;

/** What was to be woven and was not, in the order in which it was met. */
public final class SkippedMethods {
  private final List<SkippedMethod> skipped = new ArrayList<>();

  synchronized void add(String internalName, String method, String descriptor, SkipReason reason) {
    skipped.add(
        new SkippedMethod(internalName.replace('/', '.'), method, descriptor, reason.text()));
  }

  synchronized void addClass(String internalName, SkipReason reason, Throwable cause) {
    skipped.add(
        new SkippedMethod(
            internalName.replace('/', '.'), "", "", reason.text() + " (" + cause + ")"));
  }

  /** All so far. */
  public synchronized List<SkippedMethod> all() {
    return List.copyOf(skipped);
  }
}
