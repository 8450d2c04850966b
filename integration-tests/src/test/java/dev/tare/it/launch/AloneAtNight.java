package dev.tare.it.launch;

import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;
import org.junit.jupiter.api.parallel.Resources;

/** For classes that have the machine to themselves in a full {@link Matrix}, as if isolated. */
public final class AloneAtNight implements ResourceLocksProvider {
  @Override
  public Set<Lock> provideForClass(Class<?> testClass) {
    return Matrix.isFull() ? Set.of(new Lock(Resources.GLOBAL)) : Set.of();
  }
}
