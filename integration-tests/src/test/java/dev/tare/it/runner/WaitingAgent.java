package dev.tare.it.runner;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * An agent that takes long over one class: it sets a property when it is asked for it, and is done
 * when the program sets another.
 */
public final class WaitingAgent implements ClassFileTransformer {
  /** Set when this waits. */
  public static final String WAITS = "waiting.agent.waits";

  /** Set by the program when it need not wait any more. */
  public static final String GOES_ON = "waiting.agent.goes.on";

  private static final long PAUSE_MILLIS = 5;

  private final String slow;

  private WaitingAgent(String slow) {
    this.slow = slow;
  }

  /** Entered before {@code main}, with the class's name. */
  public static void premain(String slow, Instrumentation instrumentation) {
    instrumentation.addTransformer(new WaitingAgent(slow.replace('.', '/')), true);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (redefined == null && slow.equals(internalName)) {
      System.setProperty(WAITS, "");
      try {
        while (System.getProperty(GOES_ON) == null) {
          Thread.sleep(PAUSE_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return null;
  }
}
